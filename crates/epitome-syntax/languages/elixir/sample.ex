# Keeps how often each caller may ask, and says no to the rest.

defmodule Gate.Limiter do
  @moduledoc """
  Counts requests of each caller in a window of time.

  A caller that asks too often gets `{:error, :too_many}`.
  """

  @behaviour Gate.Check

  use GenServer, restart: :transient
  import Gate.Clock, only: [now: 0]
  alias Gate.{Store, Caller.Key}
  alias Gate.Config, as: Settings
  require Logger

  @window 60_000
  @hint "a '#' in a key is part of the key"

  @typedoc "What is known of one caller."
  @type entry :: %{count: non_neg_integer(), since: integer()}
  @typep table(key) :: %{optional(key) => entry()}

  defstruct limit: 100, table: %{}, name: nil

  @doc "Whether a count is above the limit."
  defguard is_above(count, limit) when is_integer(count) and count > limit

  @callback allowed?(key :: String.t()) :: boolean()

  @doc """
  Starts a limiter.
  """
  @doc since: "1.2.0"
  @spec start_link(keyword()) :: GenServer.on_start()
  def start_link(options \\ []) do
    import Keyword, only: [pop: 3]

    {name, rest} = pop(options, :name, __MODULE__)
    GenServer.start_link(__MODULE__, rest, name: name)
  end

  @impl true
  def init(options) do
    limit = Keyword.get(options, :limit, 100)

    if limit <= 0 do
      raise ArgumentError, "the limit must be positive"
    else
      {:ok, %__MODULE__{limit: limit}}
    end
  end

  # Callers without a key are never counted.
  def check(nil, _state), do: :ok

  def check(key, %{table: table} = state) when is_binary(key) do
    case Map.fetch(table, key) do
      {:ok, %{count: count}} when is_above(count, state.limit) ->
        Logger.warning("too many: #{key}")
        {:error, :too_many}

      {:ok, entry} ->
        count(state, key, entry)

      :error ->
        count(state, key, %{count: 0, since: now()})
    end
  end

  def check(_key, _state), do: {:error, "no such caller"}

  @doc false
  def sweep(state, age \\ @window) do
    fresh? = fn {_key, entry} -> now() - entry.since < age end

    # Old entries would stay for ever.
    table =
      state.table
      |> Enum.filter(fresh?)
      |> Map.new()

    for {key, _} <- table, do: Store.touch(key)
    %{state | table: table}
  end

  defdelegate keys(state), to: Store

  defp count(state, key, entry) do
    with {:ok, id} <- Key.parse(key),
         :ok <- Store.write(id, entry) do
      put_in(state.table[key], %{entry | count: entry.count + 1})
    else
      {:error, reason} -> throw({:store, reason})
    end
  rescue
    error in [File.Error] -> reraise error, __STACKTRACE__
  end

  def left ~> right, do: Map.merge(left, right)

  defmacro limited(key, do: block) do
    quote do
      unless Gate.Limiter.open?(unquote(key)), do: exit(:limited)
      unquote(block)
    end
  end

  defmodule Closed do
    defexception [:message, code: 429]

    def status(%{code: code}) do
      cond do
        code >= 500 -> :server
        code >= 400 -> :client
        true -> :none
      end
    end
  end
end

defprotocol Gate.Weight do
  @doc "How many requests one request counts for."
  def weight(request)
end

defimpl Gate.Weight, for: Gate.Upload do
  def weight(%{size: size}), do: div(size, 1024) + Settings.base()
end
