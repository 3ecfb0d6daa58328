package io.tidemark.report.runs;

import io.tidemark.driver.settings.Key;
import java.util.Optional;

/** The keys of a published figure or a limit. */
public record ReferenceKeys(
    @Key(
            value =
                "`publishRate`, `consumeRate`, `roundTripRate`, `publishThroughput`,"
                    + " `consumeThroughput`, a latency such as `endToEnd.p99`, or a metric of"
                    + " telemetry.",
            required = true)
        String metric,
    @Key(
            value =
                "With its unit: `492k/s`, `2.76ms`, `437 MB/s` (1,000,000 bytes), `400 MiB/s` or"
                    + " `10 Gb/s`.",
            required = true)
        String value,
    @Key("What it is.") Optional<String> name,
    @Key("On which it was measured.") String hardware,
    @Key("Who measured it, or with which tool.") String source,
    @Key("Environment to which it applies; default all.") Optional<String> environment,
    @Key(
            "Workload to which it applies, its name or its file's name without `.yaml`; default"
                + " all.")
        Optional<String> workload) {}
