"""Messages -> text, in the owner's language.

Theory of operation. A language is one folder, ``catalogues/es/``, with a file an area; gettext reads it once Babel has
compiled it (`packaging/catalogues.py`). `Language` words a message in four steps.

1. The key and a *length* name the wording: ``sentence`` for the terminal and the page, ``short`` for a few words
   within a sentence, ``panel`` for a panel, ``dock`` for a key of the phone that scores, ``spoken`` for a voice,
   ``brief`` for one that says as little as a broadcaster. In the file the length is the ``msgctxt``. A length
   that a message does not have is worded at the next longer one (`FALLBACKS`), or else as it can be.
2. A message with the value ``count`` may have plural forms.
3. ``{team}`` in the wording is replaced by the value of that name. A value that is a message is worded at the same
   length. A value for which the catalogue has the key ``NAME.VALUE``, such as ``color.blue``, is worded by that; all
   others stand as they are. ``{team:cap}`` begins with a capital, ``{values:and}`` is a list.
4. What a language does not have is said in English; what English does not have either, by its key (`unworded`).

Rule kept here: nothing outside this package knows a language but by its code.
"""

from scoreboard.language.catalogue import ENGLISH, Language, LanguageError, Length, capitalised, language, languages

__all__ = ["ENGLISH", "Language", "LanguageError", "Length", "capitalised", "language", "languages"]
