/**
 * The keys of {@code localBrokers} in a driver file. Both the reader of driver files (framework)
 * and the brokers themselves (local-brokers) use these declarations.
 */
package io.tidemark.base.brokers;
