/**
 * The conformance kit for drivers. A vendor's test extends {@link
 * io.tidemark.driver.testkit.BenchmarkDriverConformanceKit} and gives it a driver and a
 * configuration file; JUnit runs every rule against the real broker.
 *
 * <p>Rules are numbered, and each test's name starts with its number: 1 life cycle, 2 topics, 3
 * sending, 4 delivery, 5 closing, 6 optional capabilities. A rule that cannot be tested (the driver
 * does not have the capability, or the test class declares no case) is reported as aborted with the
 * reason. {@code docs/reference/driver-conformance.md} lists them all.
 */
package io.tidemark.driver.testkit;
