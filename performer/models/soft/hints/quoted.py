"""Words by which a sentence that leads up to a call hands on what somebody else wrote."""

from typing import Final

from performer.models.soft.hints.phrases import folded, phrases

_QUOTED: Final = phrases(
    en=r"""
        (?:some(?:body|one)|they|he|she|his|her|their|\w+_\w+) (?:just )?\w+ | typed? | typing
        | wr(?:ote|ites?|itten) | sa(?:ys|id) | post(?:ed|s) | past(?:ed?|es)
        | asks? (?:me|us|if|for|whether|to) | asked | begged | begs | sent | sends | quot\w+ | read(?:s|ing)?
        | found | spamm?\w* | donat\w+ | injection\w* | copied | whisper\w* | nightbot | named | sneak\w*
        | tried | tries | wants | wanted | told | tells | replied | answered | mean by
        | sign (?:\w+ )*(?:reads|says) | shows
    """,
    de=r"""
        schreibt | schrieb | geschrieben | sagte?s?t? | meint\w* | fragt\w* | will,? dass | möchte\w* | steht
        | gespendet | liest | spende\w*
    """,
    fr=r"écri\w* | dit | dis | demande\w* | veut | envoi\w+ | don de | lit",
    es=r"escri\w+ | dic[eh]\w* | dijo | pide | pregunta | quiere | puso | manda | donaci\w+ | pone que",
    pt=r"escrev\w* | diz | disse | pediu | pergunt\w* | quer | doaç\w+ | mandou",
    it=r"scri\w+ | dice | detto | chiede | vuole | donazione",
    nl=r"schree?f\w* | schrijft | geschreven | zegt | zei | vraagt | wil",
    pl=r"pisze | napisał\w* | mówi | prosi | pyta | chce\w*",
    ru=r"пишет | написа\w+ | говорит | сказал\w* | просит | спрашивает | хочет | донат\w*",
    tr=r"yazdı\w* | yazıyor | diyor\w* | dedi | soruyor | istiyor",
    ja=r"書い | 書き込 | 言っ | と言 | 投稿",
    zh=r"""
        写道 | 写了 | 说[:：“\"] | 发了 | 想让我 | 说$
    """,
    ko=r"썼 | 말했 | 말하길 | 라고",
)
_OTHERS: Final = phrases(
    en=r"""
        chat\w* | viewers? | users? | messages? | comment\w* | prompt\w* | posts? | dms? | e?mails?
        | moderators? | nightbot | usernames?
    """,
    de=r"chat\w* | zuschauer\w* | nachricht\w* | kommentar\w* | schild\w*",
    fr=r"tchat | spectateurs? | commentaires? | panneau",
    es=r"espectador\w* | mensajes? | comentarios? | cartel",
    pt=r"espectador\w* | mensage(?:m|ns) | comentários? | placa",
    it=r"spettator\w+ | messaggi\w* | commenti? | cartello",
    nl=r"kijkers? | bericht\w* | reacties?",
    pl=r"widz\w* | czaci?e? | wiadomoś\w+",
    ru=r"чат\w* | зрител\w+ | сообщени\w+ | комментари\w+",
    tr=r"izleyici\w* | mesaj\w* | sohbet\w*",
    ja=r"チャット | コメント | 視聴者 | 看板",
    zh=r"弹幕 | 观众 | 评论 | 聊天",
    ko=r"채팅 | 시청자 | 메시지 | 댓글",
)


def quotes(sentence: str) -> bool:
    """Tell whether a sentence hands on what somebody else wrote."""
    return _QUOTED.search(folded(sentence)) is not None


def names_others(sentence: str) -> bool:
    """Tell whether a sentence speaks of viewers, or of what they write; it may still be that they get something."""
    return _OTHERS.search(folded(sentence)) is not None
