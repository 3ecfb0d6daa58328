package io.tidemark.runs.brokers;

import io.tidemark.model.added.Added;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.snapshot.BrokerConfiguration;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Brokers of a driver's file that the benchmark does not start, but reaches beside their clients: a
 * feature finds them by keys of the file. Equal for the same brokers. Thread-safe; each call has
 * its own deadline, and messages of exceptions are for users.
 */
public interface RemoteBrokers {

  /** Finds those of a kind. */
  interface Finder extends Added {
    /** Keys of driver files, not beside {@code localBrokers}. */
    List<String> keys();

    /** Those of a file; calls nobody. */
    Optional<RemoteBrokers> find(DriverFile file);
  }

  /** Those of a file; empty if no feature knows any. */
  static Optional<RemoteBrokers> of(DriverFile file) {
    return finders().flatMap(each -> each.find(file).stream()).findFirst();
  }

  /** Keys of driver files with which brokers are within reach, {@code localBrokers} first. */
  static List<String> keys() {
    return Stream.concat(Stream.of("localBrokers"), finders().flatMap(each -> each.keys().stream()))
        .toList();
  }

  private static Stream<Finder> finders() {
    return Added.of(Finder.class).stream();
  }

  /** Values of {@code ${brokers.*}}, by names; none if the file has their addresses. */
  Map<String, String> addresses() throws IOException, InterruptedException;

  /** What their platform gives them; what cannot be read is a note. */
  BrokerConfiguration settings() throws InterruptedException;

  /**
   * Why a fault is not possible, as text behind its key; empty if it may be.
   *
   * @param path of the driver's file, for the text
   */
  Optional<String> whyNot(FaultSpec fault, String path);

  /**
   * Injects faults into them.
   *
   * @param faults all of the run that are for brokers
   * @throws IOException if one of them is not possible, or they cannot be reached
   */
  FaultInjector faults(List<FaultSpec> faults) throws IOException, InterruptedException;
}
