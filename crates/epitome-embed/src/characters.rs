//! Characters beyond ASCII: which of them make words, and what they are folded to.
//!
//! The same word must give the same bytes however it was typed: accents, full-width forms and case
//! are folded away here, with small tables of our own instead of a Unicode database.

/// What a character does to the word it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Ends the word.
    Separator,
    /// Belongs to the word but leaves no trace: a combining accent.
    Silent,
    /// A letter that is not upper case.
    Lower,
    /// An upper-case letter: a word may begin here.
    Upper,
    /// A digit.
    Digit,
    /// A character of a script that is written without blanks; each stands for itself.
    Ideograph,
}

/// The character at the start of `bytes` and its length; nothing if they are not UTF-8.
pub(crate) fn decode(bytes: &[u8]) -> Option<(char, usize)> {
    let length = match bytes.first()? {
        0..0x80 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf8 => 4,
        _ => return None,
    };
    let c = std::str::from_utf8(bytes.get(..length)?).ok()?.chars().next()?;
    Some((c, length))
}

/// Full-width letters and digits, as Chinese and Japanese keyboards give them, become ASCII.
pub(crate) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// The class of a character that [`narrow`] has seen.
pub(crate) fn class(c: char) -> Class {
    match c {
        '0'..='9' => Class::Digit,
        'a'..='z' => Class::Lower,
        'A'..='Z' => Class::Upper,
        '\0'..='\u{7f}' => Class::Separator,
        '\u{300}'..='\u{36f}' => Class::Silent,
        _ if is_ideograph(c) => Class::Ideograph,
        // Some capitals, such as the mathematical ones, have no lower case and stay as they are.
        _ if c.is_uppercase() && !c.to_lowercase().eq([c]) => Class::Upper,
        _ if c.is_alphabetic() => Class::Lower,
        _ => Class::Separator,
    }
}

/// Han, kana and Hangul: scripts in which words are not, or not reliably, parted by blanks.
fn is_ideograph(c: char) -> bool {
    matches!(c,
        '\u{3005}'..='\u{3007}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{30fc}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9d}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Lower case without accents, handed over piece by piece: one character may become several.
pub(crate) fn fold(c: char, mut put: impl FnMut(&[u8])) {
    for lower in c.to_lowercase() {
        match without_accent(lower) {
            Some(plain) => put(plain.as_bytes()),
            // Lower-casing may itself give a combining accent, which stays silent.
            None if class(lower) == Class::Silent => {}
            None => put(lower.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Lower-case Latin letters of the first two Unicode blocks beyond ASCII, without their accents.
fn without_accent(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'Ā'..='ą' => "a",
        'æ' => "ae",
        'ç' | 'Ć'..='č' => "c",
        'ð' | 'Ď'..='đ' => "d",
        'è'..='ë' | 'Ē'..='ě' => "e",
        'Ĝ'..='ģ' => "g",
        'Ĥ'..='ħ' => "h",
        'ì'..='ï' | 'Ĩ'..='ı' => "i",
        'Ĵ'..='ĵ' => "j",
        'Ķ'..='ĸ' => "k",
        'Ĺ'..='ł' => "l",
        'ñ' | 'Ń'..='ŋ' => "n",
        'ò'..='ö' | 'ø' | 'Ō'..='ő' => "o",
        'œ' => "oe",
        'Ŕ'..='ř' => "r",
        'ß' => "ss",
        'Ś'..='š' | 'ſ' => "s",
        'Ţ'..='ŧ' => "t",
        'ù'..='ü' | 'Ũ'..='ų' => "u",
        'Ŵ'..='ŵ' => "w",
        'ý' | 'ÿ' | 'Ŷ'..='Ÿ' => "y",
        'Ź'..='ž' => "z",
        _ => return None,
    })
}
