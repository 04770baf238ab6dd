//! Parameters with their types and defaults.

use epitome_model::outline::Parameter;
use epitome_model::text::{Text, fold};
use tree_sitter::Node;

use super::Walker;
use crate::rules::path::Path;
use crate::rules::table::{SymbolRule, flag};

const MAX_PARAMETERS: usize = 128;

impl Walker<'_> {
    pub(super) fn parameters(&self, node: Node<'_>, rule: &SymbolRule) -> Vec<Parameter> {
        let Some(list) = rule.parameters.as_ref().and_then(|path| path.find(node)) else {
            return Vec::new();
        };
        // `x => x + 1`: the list is the parameter.
        if self.has_flag(list, flag::NAME) {
            return vec![Parameter { name: fold(self.source(list), 80), ..Parameter::default() }];
        }
        let mut parameters = Vec::new();
        self.listed(list, &mut parameters);
        if self.rules.text.parameter.curried {
            let mut cursor = node.walk();
            for next in node.children(&mut cursor) {
                if next.kind_id() == list.kind_id() && next.start_byte() > list.start_byte() {
                    self.listed(next, &mut parameters);
                }
            }
        }
        parameters
    }

    fn listed(&self, list: Node<'_>, parameters: &mut Vec<Parameter>) {
        let mut cursor = list.walk();
        // Some grammars put a default beside its parameter, after a bare `=`.
        let mut is_default = false;
        for child in list.children(&mut cursor) {
            if !child.is_named() {
                is_default = child.kind() == "=";
                continue;
            }
            let none = &self.rules.text.parameter.none;
            if self.has_flag(child, flag::COMMENT | flag::PARAMETER_SKIP | flag::DECORATOR)
                || none.iter().any(|none| none == self.source(child))
            {
                continue;
            }
            let only = !self.rules.text.parameter.only.is_empty();
            if !is_default && only && !self.has_flag(child, flag::PARAMETER) {
                continue;
            }
            if is_default && let Some(last) = parameters.last_mut() {
                let Parameter { default, .. } = last;
                *default = Some(fold(self.source(child), 80));
            } else if parameters.len() < MAX_PARAMETERS {
                self.parameter(child, parameters);
            }
        }
    }

    /// Usually one; `a, b int` in Go is two.
    fn parameter(&self, node: Node<'_>, parameters: &mut Vec<Parameter>) {
        let paths = &self.rules.parameter;
        let find = |path: &Option<Path>| path.as_ref().and_then(|path| path.find(node));
        let own = |found: &Node<'_>| found.id() != node.id();
        let name = find(&paths.name);
        let value = find(&paths.default).filter(own);
        let ty = find(&paths.ty).filter(own).map(|ty| {
            if let Some(name) = name.filter(own).filter(|_| self.rules.text.declarators) {
                let end = value.map_or(node.end_byte(), |value| value.start_byte());
                return self.type_around(node, name, end);
            }
            fold(self.source(ty).trim_start_matches(':').trim_start(), 120)
        });
        let default =
            value.map(|value| fold(self.source(value).trim_start_matches('=').trim_start(), 80));
        let first = name.filter(|_| !self.has_flag(node, flag::PARAMETER_WHOLE));
        let name = fold(self.source(first.unwrap_or(node)), 80);
        let further = first.map_or_else(Vec::new, |first| self.further_names(node, first));
        parameters.push(Parameter { name, ty: ty.clone(), default: default.clone() });
        parameters.extend(further.into_iter().map(|name| Parameter {
            name,
            ty: ty.clone(),
            default: default.clone(),
        }));
    }

    /// Further children under the same field are further names.
    fn further_names(&self, node: Node<'_>, first: Node<'_>) -> Vec<Text> {
        let mut names = Vec::new();
        // Nothing parts names but commas.
        let behind = &self.text.as_bytes()[first.end_byte()..node.end_byte().max(first.end_byte())];
        if memchr::memchr(b',', behind).is_none() {
            return names;
        }
        let mut cursor = node.walk();
        if cursor.goto_first_child() {
            let mut field = None;
            loop {
                let child = cursor.node();
                if child.id() == first.id() {
                    field = cursor.field_id();
                } else if field.is_some()
                    && cursor.field_id() == field
                    && child.kind_id() == first.kind_id()
                {
                    names.push(fold(self.source(child), 80));
                }
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        names
    }
}
