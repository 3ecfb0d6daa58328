package io.tidemark.history;

import java.time.Instant;

/**
 * A change that was intended: the level of a metric begins anew.
 *
 * @param from the first run of the new level began then
 * @param reason for people
 */
public record AcceptedChange(String metric, Instant from, String reason) {}
