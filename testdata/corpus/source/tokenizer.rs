//! Splits arithmetic expressions into tokens and evaluates them.

use std::collections::HashMap;
use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

#[derive(Debug, Clone, PartialEq)]
pub enum Token<'a> {
    Number(f64),
    Name(&'a str),
    Operator(char),
    Open,
    Close,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    Unexpected { at: usize, found: char },
    BadNumber(String),
    UnknownName(String),
    Unbalanced,
    Empty,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unexpected { at, found } => write!(f, "unexpected '{found}' at {at}"),
            Error::BadNumber(s) => write!(f, "not a number: {s}"),
            Error::UnknownName(s) => write!(f, "unknown name: {s}"),
            Error::Unbalanced => f.write_str("parentheses do not match"),
            Error::Empty => f.write_str("nothing to evaluate"),
        }
    }
}

impl std::error::Error for Error {}

pub struct Tokenizer<'a> {
    source: &'a str,
    chars: Peekable<CharIndices<'a>>,
}

impl<'a> Tokenizer<'a> {
    pub fn new(source: &'a str) -> Self {
        Tokenizer {
            source,
            chars: source.char_indices().peekable(),
        }
    }

    fn take_while(&mut self, start: usize, keep: impl Fn(char) -> bool) -> &'a str {
        let mut end = start;
        while let Some(&(i, c)) = self.chars.peek() {
            if !keep(c) {
                break;
            }
            end = i + c.len_utf8();
            self.chars.next();
        }
        &self.source[start..end]
    }
}

impl<'a> Iterator for Tokenizer<'a> {
    type Item = Result<Token<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        let &(start, c) = self.chars.peek()?;
        let token = match c {
            '0'..='9' | '.' => {
                let text = self.take_while(start, |c| c.is_ascii_digit() || c == '.');
                match text.parse() {
                    Ok(n) => Token::Number(n),
                    Err(_) => return Some(Err(Error::BadNumber(text.to_string()))),
                }
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                Token::Name(self.take_while(start, |c| c.is_alphanumeric() || c == '_'))
            }
            '+' | '-' | '*' | '/' | '^' => {
                self.chars.next();
                Token::Operator(c)
            }
            '(' => {
                self.chars.next();
                Token::Open
            }
            ')' => {
                self.chars.next();
                Token::Close
            }
            _ => {
                self.chars.next();
                return Some(Err(Error::Unexpected { at: start, found: c }));
            }
        };
        Some(Ok(token))
    }
}

#[derive(Default)]
pub struct Environment {
    values: HashMap<String, f64>,
}

impl Environment {
    pub fn set(&mut self, name: impl Into<String>, value: f64) -> Option<f64> {
        self.values.insert(name.into(), value)
    }

    pub fn eval(&self, source: &str) -> Result<f64, Error> {
        let tokens: Vec<_> = Tokenizer::new(source).collect::<Result<_, _>>()?;
        let mut at = 0;
        let value = self.sum(&tokens, &mut at)?;
        if at < tokens.len() {
            return Err(Error::Unbalanced);
        }
        Ok(value)
    }

    fn sum(&self, tokens: &[Token<'_>], at: &mut usize) -> Result<f64, Error> {
        let mut value = self.product(tokens, at)?;
        while let Some(Token::Operator(op @ ('+' | '-'))) = tokens.get(*at) {
            *at += 1;
            let right = self.product(tokens, at)?;
            value = if *op == '+' { value + right } else { value - right };
        }
        Ok(value)
    }

    fn product(&self, tokens: &[Token<'_>], at: &mut usize) -> Result<f64, Error> {
        let mut value = self.factor(tokens, at)?;
        while let Some(Token::Operator(op @ ('*' | '/'))) = tokens.get(*at) {
            *at += 1;
            let right = self.factor(tokens, at)?;
            value = if *op == '*' { value * right } else { value / right };
        }
        Ok(value)
    }

    fn factor(&self, tokens: &[Token<'_>], at: &mut usize) -> Result<f64, Error> {
        let token = tokens.get(*at).ok_or(Error::Empty)?;
        *at += 1;
        match token {
            Token::Number(n) => Ok(*n),
            Token::Operator('-') => Ok(-self.factor(tokens, at)?),
            Token::Name(name) => self
                .values
                .get(*name)
                .copied()
                .ok_or_else(|| Error::UnknownName(name.to_string())),
            Token::Open => {
                let value = self.sum(tokens, at)?;
                if tokens.get(*at) != Some(&Token::Close) {
                    return Err(Error::Unbalanced);
                }
                *at += 1;
                Ok(value)
            }
            _ => Err(Error::Unbalanced),
        }
    }
}
