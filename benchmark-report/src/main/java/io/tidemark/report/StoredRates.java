package io.tidemark.report;

import io.tidemark.model.result.Sample;

/**
 * Messages (or bytes) per second, as stored.
 *
 * @param sendRatePerSecond handed to the driver
 * @param publishRatePerSecond acknowledged by the broker
 * @param publishErrorRatePerSecond sends that failed
 * @param consumeRatePerSecond received, over all subscriptions
 */
public record StoredRates(
    double sendRatePerSecond,
    double publishRatePerSecond,
    double publishBytesPerSecond,
    double publishErrorRatePerSecond,
    double consumeRatePerSecond,
    double consumeBytesPerSecond) {
  static StoredRates of(Sample.Rates rates) {
    return new StoredRates(
        rates.sentPerSecond(),
        rates.acknowledgedPerSecond(),
        rates.acknowledgedBytesPerSecond(),
        rates.failedPerSecond(),
        rates.receivedPerSecond(),
        rates.receivedBytesPerSecond());
  }
}
