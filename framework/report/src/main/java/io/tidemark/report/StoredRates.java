package io.tidemark.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.result.Sample;

/**
 * Messages (or bytes) per second, as stored.
 *
 * @param sendRatePerSecond handed to the driver
 * @param publishRatePerSecond acknowledged by the broker
 * @param publishErrorRatePerSecond sends that failed
 * @param consumeRatePerSecond received, over all subscriptions
 * @param roundTripRatePerSecond requests answered in time, of a request/reply run; else absent
 */
public record StoredRates(
    double sendRatePerSecond,
    double publishRatePerSecond,
    double publishBytesPerSecond,
    double publishErrorRatePerSecond,
    double consumeRatePerSecond,
    double consumeBytesPerSecond,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double roundTripRatePerSecond) {
  static StoredRates of(Sample.Rates rates, boolean requestReply) {
    return new StoredRates(
        rates.sentPerSecond(),
        rates.acknowledgedPerSecond(),
        rates.acknowledgedBytesPerSecond(),
        rates.failedPerSecond(),
        rates.receivedPerSecond(),
        rates.receivedBytesPerSecond(),
        requestReply ? rates.roundTripsPerSecond() : null);
  }
}
