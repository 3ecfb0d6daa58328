package io.tidemark.report.runs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tidemark.driver.Key;
import io.tidemark.driver.Setting.Type;

/**
 * What the price of an environment consists of, in addition to its fixed amount. All are 0 unless
 * they are given.
 *
 * @param per what the prices of nodes, volumes and the licence are for: a month or an hour
 * @param node price of a node
 * @param nodes how many there are
 * @param licence of the whole system
 * @param volumeGib price of a GiB of a volume
 * @param storedGib size of all volumes, if it does not follow from the load
 * @param retentionHours for which messages are stored, by all replicas
 * @param gibBetweenZones price of a GiB that passes from one zone to another
 * @param zoneShare the part of the bytes between nodes that does
 * @param gibToClients price of a GiB that consumers receive
 * @param millionRequests price of 1,000,000 requests
 * @param requestsPerMessage for each published message, of producers and consumers together
 */
public record PriceParts(
    @Key(
            value = "Time that the prices of nodes, volumes and the licence are for.",
            words = {MONTH, HOUR},
            types = Type.STRING,
            orElse = MONTH)
        String per,
    @Key(value = "Price of a node.", range = "0..", orElse = "0.0") double node,
    @Key(value = "Number of nodes.", range = "0..10000", orElse = "0") int nodes,
    @Key(value = "Price of the licence.", range = "0..", orElse = "0.0") double licence,
    @Key(value = "Price of a GiB of a volume.", range = "0..", orElse = "0.0") double volumeGib,
    @Key(value = "Size of all volumes in GiB.", range = "0..", orElse = "0.0") double storedGib,
    @Key(
            value =
                "Hours for which messages are stored: volumes of that size, for all replicas, are"
                    + " added to `storedGib`.",
            range = "0..",
            orElse = "0.0")
        double retentionHours,
    @Key(value = "Price of a GiB from one zone to another.", range = "0..", orElse = "0.0")
        double gibBetweenZones,
    @Key(
            value = "Part of the bytes between nodes that passes from one zone to another.",
            range = "0..1",
            orElse = "1.0")
        double zoneShare,
    @Key(value = "Price of a GiB that consumers receive.", range = "0..", orElse = "0.0")
        double gibToClients,
    @Key(value = "Price of 1,000,000 requests.", range = "0..", orElse = "0.0")
        double millionRequests,
    @Key(value = "Requests for each published message.", range = "0..", orElse = "2.0")
        double requestsPerMessage) {
  static final String MONTH = "month";
  static final String HOUR = "hour";

  /** Of a month, as prices of clouds have it. */
  public static final double HOURS_PER_MONTH = 730;

  public PriceParts {
    per = per == null ? MONTH : per; // Left out of files if it is the usual one.
  }

  /** How often the time of its prices is in a month. */
  @JsonIgnore
  public double times() {
    return per.equals(HOUR) ? HOURS_PER_MONTH : 1;
  }
}
