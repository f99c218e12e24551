"""Units and scales that figures are written with, in English, Chinese and German."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Unit(NamedTuple):
    """A unit: figures of one dimension are comparable after `value x factor + offset`."""

    dimension: str
    factor: float = 1.0
    offset: float = 0.0


def _table(*rows: tuple[T, str]) -> dict[str, T]:
    """Each row's names, separated by spaces, stand for its value; `_` is a space inside a name."""
    return {name.replace("_", " "): value for value, names in rows for name in names.split()}


SCALES: dict[str, float] = _table(
    (1e3, "thousand k tsd tsd. tausend 千"),
    (1e4, "万 萬 w"),
    (1e6, "million millions mn mln m mio mio. mill. millionen 百万 百萬"),
    (1e7, "千万 千萬"),
    (1e8, "亿 億"),
    (1e9, "billion billions bn b bln milliarde milliarden mrd mrd. md 十亿 十億"),
    (1e10, "百亿 百億"),
    (1e11, "千亿 千億"),
    (1e12, "trillion trillions tn trn billionen bio bio. 万亿 萬億 兆"),
)
"""What a scale word multiplies by. German `Billionen` is 1e12, English `billion` 1e9."""

CURRENCIES: dict[str, str] = _table(
    ("USD", "us$ $ usd us-dollar us_dollars u.s._dollars dollar dollars 美元 美金"),
    ("EUR", "€ eur euro euros 欧元"),
    ("GBP", "£ gbp pound_sterling pounds_sterling pfund 英镑"),
    ("CNY", "cny rmb yuan 人民币 元 cn¥ ¥"),
    ("JPY", "jpy yen 日元 jp¥"),
    ("CHF", "chf sfr franken swiss_francs 瑞士法郎"),
    ("HKD", "hk$ hkd 港元 港币"),
    ("crown", "crowns crown kronen krone kronor kroner 克朗"),
    ("INR", "₹ inr rupees 卢比"),
    ("other", "a$ aud c$ cad krw 韩元 ₩"),
)
"""Currency codes by how amounts name them; `other` stands for those that are not told apart."""

_YEAR = 31_556_952.0
UNITS: dict[str, Unit] = _table(
    (Unit("percent"), "% ％ percent per_cent pct prozent"),
    (Unit("percent", 0.1), "‰ per_mille permille promille"),
    (
        Unit("points"),
        "pp percentage_points percentage_point prozentpunkte prozentpunkten prozentpunkt 个百分点",
    ),
    (Unit("points"), "個百分點 百分点"),
    (Unit("points", 0.01), "bps basis_points basis_point basispunkte 基点 个基点"),
    (Unit("length", 0.001), "mm 毫米"),
    (Unit("length", 0.01), "cm 厘米"),
    (Unit("length"), "metres metre meters meter metern 米"),
    (Unit("length", 1000.0), "km kilometres kilometre kilometers kilometer kilometern 公里 千米"),
    (Unit("length", 1609.344), "miles mile meilen 英里"),
    (Unit("length", 0.3048), "ft feet foot 英尺"),
    (Unit("area"), "m2 m² sq_m square_metres square_meters quadratmeter quadratmetern 平方米"),
    (
        Unit("area", 1000000.0),
        "km2 km² sq_km square_kilometres square_kilometers quadratkilometer 平方公里 平方千米",
    ),
    (Unit("area", 10000.0), "ha hectares hectare hektar 公顷"),
    (Unit("area", 4046.856), "acres acre 英亩"),
    (Unit("area", 666.667), "亩"),
    (Unit("volume", 1e-06), "ml millilitres millilitre milliliters milliliter 毫升"),
    (Unit("volume", 0.001), "l litres litre liters liter litern 升"),
    (Unit("volume", 0.1), "hl hectolitres hectolitre hectoliters hektoliter"),
    (Unit("volume", 1000.0), "megalitres megalitre megaliters megaliter"),
    (Unit("volume", 1000000.0), "gl gigalitres gigalitre gigaliters gigaliter"),
    (Unit("volume"), "m3 m³ cubic_metres cubic_meters kubikmeter 立方米 方"),
    (
        Unit("volume", 1000000000.0),
        "km3 km³ cubic_kilometres cubic_kilometers kubikkilometer 立方公里 立方千米",
    ),
    (Unit("mass", 1e-06), "mg 毫克"),
    (Unit("mass", 0.001), "g grams gram gramm 克"),
    (Unit("mass"), "kg kilograms kilogram kilogramm 公斤 千克"),
    (Unit("mass", 1000.0), "t tonnes tonne tons ton tonnen 吨 噸"),
    (Unit("mass", 1000000.0), "kt 千吨"),
    (Unit("mass", 1000000000.0), "mt megatonnes"),
    (Unit("mass", 1000000000000.0), "gt gigatonnes"),
    (Unit("power"), "w watt watts 瓦"),
    (Unit("power", 1000.0), "kw kilowatt kilowatts 千瓦"),
    (Unit("power", 1000000.0), "mw megawatt megawatts 兆瓦"),
    (Unit("power", 1000000000.0), "gw gigawatt gigawatts 吉瓦"),
    (Unit("energy", 3600000.0), "kwh kilowatt-hours kilowattstunden 千瓦时 度电"),
    (Unit("energy", 3600000000.0), "mwh megawatt-hours megawattstunden 兆瓦时"),
    (Unit("energy", 3600000000000.0), "gwh gigawatt-hours gigawattstunden 吉瓦时"),
    (Unit("energy", 3600000000000000.0), "twh terawatt-hours terawattstunden 太瓦时"),
    (Unit("temperature"), "°c ℃ degrees_celsius grad_celsius 摄氏度"),
    (Unit("temperature", 5 / 9, -160 / 9), "°f ℉ degrees_fahrenheit 华氏度"),
    (Unit("time"), "seconds second sekunden 秒"),
    (Unit("time", 60), "minutes minute min minuten 分钟"),
    (Unit("time", 3600), "hours hour stunden stunde 小时"),
    (Unit("time", 86400), "days day tage tagen tag 天"),
    (Unit("time", 604800), "weeks week wochen woche 周"),
    (Unit("time", _YEAR / 12), "months month monate monaten monat 个月"),
    (Unit("time", _YEAR), "years year yrs jahre jahren"),
    (Unit("speed"), "km/h kph 公里/小时"),
    (Unit("speed", 1.609344), "mph"),
    (Unit("data", 1000.0), "kb"),
    (Unit("data", 1000000.0), "mb"),
    (Unit("data", 1000000000.0), "gb"),
    (Unit("data", 1000000000000.0), "tb"),
)
"""Units by how they are written, folded. Whether `m` is a metre or a million, the figure's reader decides."""


def unit_named(written: str) -> Unit:
    """The unit that is written so: `ML` are millions of litres, and `ml` thousandths of one."""
    return UNITS["megalitres" if written == "ML" else written.lower()]


COUNTERS = "个名人台座所家户项起次辆只头艘部条架张件栋间口处层套款位批"
"""Chinese measure words that stand between a figure and what it counts."""

MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar jän",
            "february feb februar",
            "march mar märz mrz",
            "april apr",
            "may mai",
            "june jun juni",
            "july jul juli",
            "august aug",
            "september sep sept",
            "october oct oktober okt",
            "november nov",
            "december dec dezember dez",
        ),
        1,
    )
    for name in names.split()
}

WORDS: dict[str, int] = {
    word: number
    for number, words in (
        *enumerate(
            (
                "two zwei",
                "three drei",
                "four vier",
                "five fünf",
                "six sechs",
                "seven sieben",
                "eight acht",
                "nine neun",
                "ten zehn",
                "eleven elf",
                "twelve zwölf",
                "thirteen dreizehn",
                "fourteen vierzehn",
                "fifteen fünfzehn",
                "sixteen sechzehn",
                "seventeen siebzehn",
                "eighteen achtzehn",
                "nineteen neunzehn",
                "twenty zwanzig",
            ),
            2,
        ),
        (30, "thirty dreißig"),
        (40, "forty vierzig"),
        (50, "fifty fünfzig"),
        (60, "sixty sechzig"),
        (70, "seventy siebzig"),
        (80, "eighty achtzig"),
        (90, "ninety neunzig"),
    )
    for word in words.split()
}
"""Small numbers that prose spells out; `one` says too little to count as a figure."""

for _tens, _names in (
    (20, "twenty zwanzig"),
    (30, "thirty dreißig"),
    (40, "forty vierzig"),
    (50, "fifty fünfzig"),
    (60, "sixty sechzig"),
    (70, "seventy siebzig"),
    (80, "eighty achtzig"),
    (90, "ninety neunzig"),
):
    _ten, _zehn = _names.split()
    for _one, (_word, _wort) in enumerate(
        zip(
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
            ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"],
            strict=True,
        ),
        1,
    ):
        WORDS[f"{_ten}-{_word}"] = WORDS[f"{_wort}und{_zehn}"] = _tens + _one

ORDINALS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "second other zweite[rsnm]?",
            "third dritte[rsnm]?",
            "fourth vierte[rsnm]?",
            "fifth fünfte[rsnm]?",
            "sixth sechste[rsnm]?",
            "seventh siebte[rsnm]?",
            "eighth achte[rsnm]?",
            "ninth neunte[rsnm]?",
            "tenth zehnte[rsnm]?",
        ),
        2,
    )
    for word in words.split()
}
"""How often `every` says that something is met, as patterns."""

PARTS: dict[str, int] = {
    word: number
    for number, words in (
        (2, "half halves hälfte"),
        (3, "third thirds drittel"),
        (4, "quarter quarters fourth fourths viertel"),
        (5, "fifth fifths fünftel"),
        (6, "sixth sixths sechstel"),
        (7, "seventh sevenths siebtel"),
        (8, "eighth eighths achtel"),
        (9, "ninth ninths neuntel"),
        (10, "tenth tenths zehntel"),
    )
    for word in words.split()
}
"""What fractions in words divide by."""

DENOMINATORS: dict[str, str] = _table(
    ("weekday", "weekday werktag 工作日"),
    ("day", "day d tag 天 日"),
    ("week", "week woche 周 星期"),
    ("month", "month monat 月"),
    ("quarter", "quarter quartal 季度"),
    ("year", "year annum jahr 年"),
    ("hour", "hour h stunde 小时"),
    ("minute", "minute 分钟"),
    ("second", "second sekunde 秒"),
    ("head", "capita person head inhabitant resident kopf einwohner 人 人均"),
    ("household", "household haushalt 户"),
    ("km", "kilometre kilometer km 公里"),
    ("ha", "hectare hektar ha 公顷"),
    ("unit", "unit piece stück 台 件"),
    ("tonne", "tonne ton 吨"),
)
"""What amounts are stated per."""
