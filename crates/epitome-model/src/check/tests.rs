//! Tables of summaries, what they are held against, and what is said of them.
