# Lists the functions and macros of Elixir files by Elixir's own parser. Needs Elixir 1.12 (Debian: `elixir`).
#
# Usage: elixir elixir.exs ROOT. Prints `relative-path<TAB>line<TAB>name`, sorted: one row for each
# clause of `def`, `defp`, `defmacro` and `defmacrop` that has a body and a literal name. Files that
# cannot be parsed are named on standard error and left out.

defmodule Extractor do
  @definers [:def, :defp, :defmacro, :defmacrop]

  def files(folder) do
    folder
    |> File.ls!()
    |> Enum.reject(&(&1 in [".git", "_build"]))
    |> Enum.flat_map(fn entry ->
      path = Path.join(folder, entry)

      cond do
        match?({:ok, %{type: :directory}}, File.lstat(path)) -> files(path)
        Path.extname(path) in [".ex", ".exs"] and File.regular?(path) -> [path]
        true -> []
      end
    end)
  end

  def rows(path, root) do
    case Code.string_to_quoted(File.read!(path)) do
      {:ok, tree} ->
        {_, found} = Macro.prewalk(tree, [], &visit/2)
        for {line, name} <- found, do: {Path.relative_to(path, root), line, name}

      {:error, error} ->
        IO.puts(:stderr, "left out: #{path}: #{inspect(error)}")
        []
    end
  end

  defp visit({definer, meta, [head, options]} = node, found) when definer in @definers do
    has_body = is_list(options) and Keyword.keyword?(options) and Keyword.has_key?(options, :do)

    case name(head) do
      name when has_body and is_atom(name) and name not in [nil, :unquote] ->
        {node, [{meta[:line], Atom.to_string(name)} | found]}

      _ ->
        {node, found}
    end
  end

  defp visit(node, found), do: {node, found}

  defp name({:when, _, [head | _]}), do: name(head)
  defp name({name, _, _}) when is_atom(name), do: name
  defp name(_), do: nil
end

case System.argv() do
  [root] ->
    root
    |> Extractor.files()
    |> Enum.flat_map(&Extractor.rows(&1, root))
    |> Enum.sort()
    |> Enum.each(fn {path, line, name} -> IO.puts("#{path}\t#{line}\t#{name}") end)

  _ ->
    IO.puts(:stderr, "usage: elixir elixir.exs ROOT")
    System.halt(2)
end
