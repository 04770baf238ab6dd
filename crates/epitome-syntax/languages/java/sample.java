/*
 * How long parcels take, and what they cost, by the depots they pass.
 */
package com.example.parcels;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.*;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Plans the way of each parcel.
 *
 * @see Depot
 */
@SuppressWarnings("unused")
public final class RoutePlanner extends Planner<Parcel> implements AutoCloseable, Comparable<RoutePlanner> {
    public static final int MAX_STOPS = 12;
    private static final String HELP = "http://example.com/help // not a comment";

    /** Grams above which a parcel is heavy. */
    @Deprecated private final int heavy, veryHeavy;
    private final Map<String, List<Depot>> depots = new HashMap<>();
    private final ToIntFunction<Parcel> price = parcel -> parcel.grams() > 2000 ? 990 : 490;
    private final Comparator<Depot> nearestFirst = new Comparator<>() {
        @Override
        public int compare(Depot left, Depot right) {
            return Integer.compare(left.distance(), right.distance());
        }
    };
    int served;

    public RoutePlanner(int heavy) {
        this(heavy, 10_000);
    }

    protected RoutePlanner(int heavy, int veryHeavy) {
        super("routes");
        if (heavy <= 0) {
            throw new IllegalArgumentException("heavy must be positive, not " + heavy);
        }
        this.heavy = heavy;
        this.veryHeavy = veryHeavy;
    }

    /**
     * The depots on a parcel's way.
     *
     * @throws IOException if the map cannot be read
     */
    @Override
    public List<Depot> plan(final Parcel parcel, String... avoid) throws IOException {
        requireNonNull(parcel, "parcel");
        // The cache is shared by all parcels of a day.
        List<Depot> known = depots.get(parcel.town());
        if (known != null) {
            return known;
        }
        var way = new ArrayList<Depot>();
        try (var lines = Files.lines(Path.of("maps", parcel.town()))) {
            lines.map(Depot::parse).filter(depot -> depot.isOpen()).forEach(way::add);
        } catch (NoSuchFileException e) {
            throw new UncheckedRouteException(e);
        }
        way.sort(nearestFirst);
        this.served++;
        depots.put(parcel.town(), way);
        return way.subList(0, Math.min(way.size(), MAX_STOPS));
    }

    private <T extends Depot> int days(List<? extends T> way, Speed speed) {
        int days = 0;
        for (T depot : way) {
            days += depot.isOpen() ? 1 : 2;
        }
        Runnable warn = () -> System.err.println("slow: " + way);
        if (days > 30 && speed != Speed.SLOW) warn.run();
        return switch (speed) {
            case FAST -> days / 2;
            case SLOW -> days * 3;
            default -> days;
        };
    }

    @Override
    public int compareTo(RoutePlanner other) {
        return Integer.compare(served, other.served);
    }

    @Override
    public void close() {
        new Thread(new Runnable() {
            public void run() {
                depots.clear();
            }
        }).start();
    }

    /** How much a customer pays for time. */
    enum Speed implements Labelled {
        SLOW(3) {
            @Override
            public String label() {
                return "by road";
            }
        },
        FAST(9);

        private final int factor;

        Speed(int factor) {
            this.factor = factor;
        }

        public String label() {
            return name().toLowerCase();
        }
    }
}

/** Something that is sent. */
record Parcel(String town, @Positive int grams) implements Labelled {
    Parcel {
        assert grams > 0 : "a parcel weighs something";
    }

    static Parcel letter(String town) {
        return new Parcel(town, 20);
    }
}

sealed interface Labelled extends Comparable<Object> permits Parcel, RoutePlanner.Speed {
    String NONE = "none";

    String label();

    default String label(String prefix) {
        return prefix + label();
    }
}

@interface Positive {
    int atMost() default Integer.MAX_VALUE;
}
