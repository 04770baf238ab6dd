//! What is put right once the whole file was seen: parents, prototypes, late exports.

use std::collections::HashMap;

use epitome_model::outline::{FileOutline, Visibility};
use epitome_model::text::Text;

use super::{Walker, byte};

impl Walker<'_> {
    /// Methods written apart from their type get it as their parent, if it is in this file.
    pub(super) fn adopt_methods(&mut self) {
        let holders: HashMap<Text, u32> = self
            .outline
            .symbols
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, symbol)| !symbol.kind.is_function())
            .map(|(i, symbol)| (symbol.qualified_name.clone(), byte(i)))
            .collect();
        for symbol in &mut self.outline.symbols {
            if symbol.parent.is_none()
                && let Some((holder, _)) = symbol.qualified_name.rsplit_once('.')
            {
                symbol.parent = holders.get(holder).copied();
            }
        }
        for it in &self.outline.impls {
            if let Some(&index) = holders.get(&it.ty) {
                let bases = &mut self.outline.symbols[index as usize].bases;
                if !bases.contains(&it.base) {
                    bases.push(it.base.clone());
                }
            }
        }
    }

    /// `export { a }` may come long after `a`.
    pub(super) fn publish_exported(&mut self) {
        let FileOutline { symbols, exports, .. } = &mut self.outline;
        if exports.is_empty() || !self.rules.visibility.is_by_export() {
            return;
        }
        let exports: std::collections::HashSet<&str> =
            exports.iter().chain(&self.published).map(Text::as_str).collect();
        for symbol in symbols.iter_mut().filter(|symbol| symbol.parent.is_none()) {
            if exports.contains(symbol.qualified_name.as_str()) {
                symbol.visibility = Visibility::Public;
            }
        }
    }

    /// A prototype whose definition is in the same file says nothing of its own.
    pub(super) fn drop_redeclared(&mut self) {
        let symbols = &self.outline.symbols;
        let defined: std::collections::HashSet<&str> = symbols
            .iter()
            .filter(|s| !s.is_declaration && s.kind.is_function())
            .map(|s| s.qualified_name.as_str())
            .collect();
        let drop: Vec<bool> = symbols
            .iter()
            .map(|s| {
                s.is_declaration
                    && s.kind.is_function()
                    && defined.contains(s.qualified_name.as_str())
            })
            .collect();
        if !drop.contains(&true) {
            return;
        }
        // But it says who may use what is defined apart from its class.
        let hidden: HashMap<Text, epitome_model::outline::Visibility> = symbols
            .iter()
            .zip(&drop)
            .filter(|(s, gone)| {
                **gone && s.visibility != epitome_model::outline::Visibility::Public
            })
            .map(|(s, _)| (s.qualified_name.clone(), s.visibility))
            .collect();
        let mut new_index = Vec::with_capacity(drop.len());
        let mut kept = 0_u32;
        for gone in &drop {
            new_index.push((!gone).then_some(kept));
            kept += u32::from(!gone);
        }
        let mut at = 0;
        self.outline.symbols.retain(|_| {
            at += 1;
            !drop[at - 1]
        });
        for symbol in &mut self.outline.symbols {
            symbol.parent = symbol.parent.and_then(|parent| new_index[parent as usize]);
            if let Some(&visibility) = hidden.get(&symbol.qualified_name) {
                symbol.visibility = visibility;
            }
        }
    }
}
