/**
 * The conformance kit for drivers. A vendor's test extends {@link
 * io.tidemark.driver.testkit.BenchmarkDriverConformanceKit} and gives it a driver and a
 * configuration file; JUnit tries every {@link io.tidemark.driver.testkit.Rule} with the real
 * broker. Other programs call {@link io.tidemark.driver.testkit.ConformanceStatement#of}, which
 * needs no JUnit.
 *
 * <p>Rules are numbered: 1 life cycle, 2 topics, 3 sending, 4 delivery, 5 closing, 6 optional
 * capabilities, 7 request/reply, 8 faults. A rule that cannot be tried (the driver does not have
 * the capability, or no case is declared) is reported with the reason. {@code
 * docs/reference/driver-conformance.md} lists them all.
 */
package io.tidemark.driver.testkit;
