"""A page: a text that grows sentence by sentence, in one message or, where that is full, in several."""

from performer.chats.discord.escape import harmless
from performer.chats.discord.mirror.outboxes import Outboxes
from performer.chats.discord.mirror.post import Post
from performer.chats.discord.mirror.split import first

_CUT = " …"


class Page:
    """What one turn says, in one channel.

    Args:
        boxes: Write it.
        channel: Where.
        reply_to: The message that it answers; its first message is a reply then.
    """

    def __init__(self, boxes: Outboxes, channel: str, reply_to: str = "") -> None:
        self._boxes = boxes
        self._channel = channel
        self._reply_to = reply_to
        self._posts: list[Post] = []
        """Its messages, the newest last."""
        self._text = ""
        """Of the newest, as it goes on."""
        self._is_parted = False
        """Whether something else stands below the newest."""

    def add(self, sentence: str) -> None:
        """Go on with a sentence that has passed the guard; nothing is added to a message that was deleted there."""
        newest = self._posts[-1].state if self._posts else "lost"
        if newest == "gone":
            return
        is_new = newest == "lost" or self._is_parted
        self._is_parted = False
        self._text = harmless(sentence) if is_new else f"{self._text} {harmless(sentence)}"
        piece, rest = first(self._text)
        self._show(piece, is_new=is_new)
        while rest:
            self._text = rest
            piece, rest = first(rest)
            self._show(piece, is_new=True)

    def part(self) -> None:
        """Go on in another message: something else stands below the newest."""
        self._is_parted = True

    def close(self) -> None:
        """Take in that nothing more comes."""
        for post in self._posts:
            post.joins = not post.reply_to

    def cut(self) -> None:
        """End it where it is: what is there stays and is marked; what is not there yet never comes."""
        begun = [post for post in self._posts if post.written[0]]
        for post in self._posts:
            if post not in begun:
                self._boxes.withdraw(self._channel, post)
        for post in begun:
            post.text = post.written[0] + (_CUT if post is begun[-1] else "")
            self._boxes.changed(self._channel, post)

    def _show(self, piece: str, *, is_new: bool) -> None:
        if is_new:
            self._posts.append(Post(text=piece, reply_to="" if self._posts else self._reply_to))
            self._boxes.put(self._channel, self._posts[-1])
        else:
            self._posts[-1].text = piece
            self._posts[-1].lines += 1
            self._boxes.changed(self._channel, self._posts[-1])
