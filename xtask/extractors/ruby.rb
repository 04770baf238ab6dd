# Lists the methods of Ruby files by Ruby's own parser, Ripper. Needs Ruby 3 (Debian: `ruby`).
#
# Usage: ruby ruby.rb ROOT. Prints `relative-path<TAB>line<TAB>name`, sorted. A method counts with
# the line of its name (`def x`, `def self.x`). Files that Ripper cannot parse are named on
# standard error and left out.

require "ripper"

NAMES = %w[Rakefile Gemfile Guardfile Capfile Vagrantfile].freeze
SUFFIXES = %w[.rb .rake .gemspec .ru].freeze

def methods_in(tree, found)
  stack = [tree]
  until stack.empty?
    node = stack.pop
    next unless node.is_a?(Array)

    token = { def: 1, defs: 3 }[node[0]] if node[0].is_a?(Symbol)
    # A token is [:@ident, text, [line, column]].
    found << [node[token][2][0], node[token][1]] if token
    stack.concat(node)
  end
end

root = ARGV.fetch(0) { abort "usage: ruby ruby.rb ROOT" }
rows = []
Dir.glob("**/*", File::FNM_DOTMATCH, base: root).each do |relative|
  path = File.join(root, relative)
  next if relative.start_with?(".git/") || !File.file?(path)
  next unless SUFFIXES.include?(File.extname(path)) || NAMES.include?(File.basename(path))

  tree = Ripper.sexp(File.read(path, encoding: "UTF-8").scrub)
  if tree.nil?
    warn "left out: #{path}"
    next
  end
  found = []
  methods_in(tree, found)
  rows.concat(found.map { |line, name| [relative, line, name] })
end
rows.sort.each { |row| puts row.join("\t") }
