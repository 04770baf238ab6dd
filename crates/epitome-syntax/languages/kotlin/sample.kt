// Watches the beds of a garden and waters those that are dry.
@file:JvmName("Garden")

package com.example.garden

import kotlinx.coroutines.*
import kotlinx.coroutines.flow.Flow
import java.time.Duration as JavaDuration

const val MAX_BEDS = 24
private val MARK = "https://example.com // not a comment"

typealias Moisture = Double

/** What happened to a bed. */
sealed interface Event {
    val bed: String

    fun describe(): String

    fun describe(prefix: String): String = prefix + describe()
}

/**
 * A bed was watered.
 *
 * @property litres how much it was given
 */
data class Watered(override val bed: String, val litres: Double = 2.5) : Event {
    override fun describe() = "$bed got $litres l"
}

enum class Soil(val holds: Int) : Labelled {
    SAND(3) {
        override fun label() = "light"
    },
    LOAM(9);

    open fun label(): String = name.lowercase()
}

@Suppress("unused")
class Gardener internal constructor(
    private val pump: Pump,
    val beds: MutableList<Bed> = mutableListOf(),
    name: String,
) : Worker(name), Closeable by pump.valve() {
    private val dry: (Bed) -> Boolean = { bed -> bed.moisture < LIMIT }
    private var rounds = 0
    protected lateinit var last: Event
    val label: String by lazy { "gardener $name" }

    val thirsty: List<Bed>
        get() = beds.filter(dry)

    constructor(pump: Pump) : this(pump, name = "nobody") {
        last = Watered("none", 0.0)
    }

    init {
        require(beds.size <= MAX_BEDS) { "too many beds" }
    }

    /** Waters every dry bed once. */
    @Throws(PumpException::class)
    suspend fun round(limit: Int = 10, vararg skip: String): Int {
        var count = 0
        for (bed in thirsty) {
            if (bed.name in skip) continue
            // The pump needs a rest after ten beds.
            if (count >= limit) {
                throw PumpException("pump is hot after $count beds")
            } else if (!pump.isOpen) {
                return count
            }
            val event = water(bed, force = true) ?: continue
            this.last = event
            count++
        }
        rounds += 1
        try {
            withContext(Dispatchers.IO) { pump.close() }
        } catch (e: IllegalStateException) {
            error("pump does not close")
        }
        return count
    }

    private fun water(bed: Bed, force: Boolean): Event? {
        fun litres(soil: Soil): Double = when (soil) {
            Soil.SAND -> 4.0
            Soil.LOAM -> if (force) 2.0 else 1.5
            else -> throw IllegalArgumentException("unknown soil")
        }

        val listener = object : PumpListener {
            override fun onDone() {
                bed.moisture = 0.8
            }
        }
        pump.listen(listener)
        while (pump.busy) pump.await()
        return Watered(bed.name, litres(bed.soil))
    }

    companion object {
        private const val LIMIT = 0.3

        fun forPump(pump: Pump) = Gardener(pump)
    }
}

object Tools {
    @JvmStatic
    inline fun <reified T : Event> List<Event>.only(): List<T> = filterIsInstance<T>()
}

fun Gardener?.orNobody(pump: Pump): Gardener = this ?: Gardener.forPump(pump)

internal val Bed.isLarge: Boolean
    get() {
        return area > 12
    }

fun interface PumpListener {
    fun onDone()
}
