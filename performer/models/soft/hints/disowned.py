"""Words behind a call by which it turns out to be an example, somebody else's, refused, or part of a sentence."""

import re
from typing import Final

from performer.models.soft.hints.phrases import folded, phrases

_EXAMPLE: Final = phrases(
    en=r"""
        examples? | illustrat\w+ | demonstration\w* | hypothetical\w*
        | (?:that|this|it) (?:is|was|would be) (?:how|what (?:it|a|the))\b.*
        | that's (?:how|what (?:it|a|the))\b.* | (?:is|was) (?:how|what) (?:you|one|it|i|a|they)\b.*
    """,
    de=r"\w*beispiel\w*",
    fr=r"exemples?",
    es=r"ejemplos?",
    pt=r"exemplos?",
    it=r"esempi\w*",
    nl=r"voorbeeld\w*",
    pl=r"przykład\w*",
    ru=r"пример\w*",
    tr=r"örne[kğ]\w*",
    ja=r"の例 | 例です",
    zh=r"例子",
    ko=r"예시",
)
_END: Final = r"(?=\s*(?:[,.!?;:…。！]|$))"
_WELL: Final = r"(?:(?:yeah|haha|lol|well|but|sorry|oh|hm+|nah|chat|ha),?\s)?"
_NO: Final = r"(?:no|nope|nah|never|denied|refused|rejected|as if|absolutely not|no way|no thanks)"
_DENIED: Final = phrases(
    begins=True,
    en=rf"""
        {_WELL}{_NO}{_END} | (?:but )?nice try | nice one | is (?:what|how)
        | not (?:today|happening|going|gonna|doing|running|falling|a chance|on my)\b.* | forget it | dream on
        | (?:just )?kidding
    """,
    de=rf"(?:haha,? )?nein{_END} | niemals | netter versuch | abgelehnt | auf keinen fall | vergiss es | sicher nicht",
    fr=rf"non{_END} | pas question | jamais | bien essayé | hors de question",
    es=rf"no{_END} | ni hablar | nunca | jamás | buen intento | denegado",
    pt=rf"não{_END} | nem pensar | nunca | boa tentativa",
    it=rf"no{_END} | neanche per sogno | bel tentativo",
    nl=rf"nee{_END} | mooi niet | leuk geprobeerd",
    pl=rf"nie{_END} | nigdy | niezła próba",
    ru=rf"нет{_END} | никогда | и не подумаю | хорошая попытка",
    tr=rf"hayır{_END} | asla | iyi deneme",
    ja=r"いいえ | だめ | 無理",
    zh=r"不行 | 拒绝 | 想得美",
    ko=r"아니요? | 싫어 | 안 돼",
)
_I_NOT: Final = (
    r"i (?:really |certainly |definitely |just )?"
    r"(?:won't|will not|refuse to|did not|didn't|do not|don't|never|can't|cannot|wouldn't|would not)"
)
_DO: Final = (
    r"(?:actually |ever |even )?"
    r"(?:run|ran|call|do|did|execute|press|send|sent|post|play|obey|type|show|trigger|print|fall|touch)\w*"
)
_DOING: Final = r"(?:doing|running|calling|sending|posting|playing|falling|pressing|touching|typing|executing)"
_SOMEBODY: Final = r"(?:someone|somebody|he|she|they|chat|\w+_\w+)"
_WROTE: Final = r"(?:typed|wrote|posted|pasted|said|sent|tried)"
_THIS_IS: Final = r"(?:that's|that is|that was|this is|this was|it's) (?:just |only |exactly )?"
_NOT_DONE: Final = phrases(
    en=rf"""
        {_I_NOT} {_DO} | i refuse | i(?:'m| am) not (?:going to|gonna|{_DOING})
        | i (?:sent|ran|pressed|did|called) nothing | nothing (?:was|gets|got) \w+
        | nothing is (?:sent|posted|run|running|played)
        | (?:only|no|nobody|nothing) \w+ (?:is running|was run|ran)
        | {_SOMEBODY} (?:just )?{_WROTE} (?:that|this|it) | {_THIS_IS}what \w+ (?:just )?{_WROTE}
        | {_THIS_IS}from chat | (?:was |got )?(?:typed|written|posted|pasted|sent) by | says? chat | said chat
    """,
    de=r"""
        (?:mache?|führe?|tue?|spiele?|schicke?|sende?|rufe?) ich (?:das |es )?nicht
        | ich (?:mache|führe|werde|spiele|schicke|sende) (?:das|es) nicht
    """,
    fr=r"je ne (?:le|la|l'|vais|ferai|fais|lance|joue)\b.* | je refuse | c'est \w+ qui l'a écrit",
    es=r"no (?:lo|la|voy|pienso) \w+ | me niego",
    pt=r"não vou (?:fazer|executar|mandar|tocar) | não (?:faço|farei) isso",
    it=r"non (?:lo|la) \w+ | mi rifiuto",
    nl=r"(?:dat|dit) doe ik niet | ik (?:doe|ga) dat niet",
    pl=r"nie (?:zrobię|wykonam|uruchomię|puszczę)\b.*",
    ru=r"(?:я )?(?:этого|это) не (?:сделаю|буду)\b.* | не буду",
    tr=r"(?:bunu|onu) \w+m[ae]yaca[ğk]\w*",
    ja=r"しません | やりません | しないよ",
    zh=r"我不会 | 我不",
    ko=r"안 할 | 하지 않 | 안 해",
)
_SAME_LINE = re.compile(
    r"[ \t]*[,;][ \t]*\w|[ \t]*\?(?!\?*\s*[{<\[`])"
    r"|[\"'”“»]?[ \t]*[-–—~][ \t]*[a-z]\w*[ \t]*(?:,|\n|\Z)"  # who said it
)
_ON: Final = phrases(
    begins=True,
    en=r"""
        is | isn't | was | wasn't | are | were | would | wouldn't | means? | looks? | does | doesn't | did
        | by | from | as | but | earlier | instead | in chat | into chat | won't
    """,
    de=r"ist | war | wäre | heißt | bedeutet | nicht | in den chat | aus",
    fr=r"est | était | serait | dans le",
    es=r"es | era | sería | en el",
    pt=r"é | era | seria | no chat",
    it=r"è | era | sarebbe | in chat",
    nl=r"zou | niet",
    pl=r"to | był",
    ru=r"это | был | в чат",
)
_STUCK_ON: Final = phrases(
    begins=True,
    ja=r"は | が | を | と | って | という | の | で",
    zh=r"是 | 的 | 这",
    ko=r"은 | 는 | 이 | 가 | 을 | 를 | 라고 | 로",
)
_REST = re.compile(r"(?:[^{<\[`]|<(?![\w|/｜])){0,160}")
_CLOSING: Final = "\"'”“»’)*_"
_LEADING: Final = " \t\n.…<-–—\"'”“»’)*_>|"


def disowns(after: str) -> bool:
    """Tell whether what follows a call says that it was an example, somebody else's or is not made."""
    said = _REST.match(after)
    assert said is not None
    text = folded(said.group()).lstrip(_LEADING)
    return bool(text) and (
        _DENIED.match(text) is not None or _EXAMPLE.search(text) is not None or _NOT_DONE.search(text) is not None
    )


def goes_on(after: str) -> bool:
    """Tell whether the sentence goes on behind the call, so that the call is but a word of it."""
    if _SAME_LINE.match(after):
        return True
    line = folded(after.partition("\n")[0])
    return _ON.match(line.lstrip(" \t" + _CLOSING)) is not None or _STUCK_ON.match(line.lstrip(_CLOSING)) is not None
