package io.tidemark.coordinator;

import io.tidemark.model.worker.RunSetup.DriverSource;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * The second site of a failover run, and the steps that drivers do not know. Methods block, with
 * deadlines of their own; the message of an exception is for the user.
 */
public interface StandbySite {

  /** The second site's driver and file, for the workers that consume. */
  DriverSource driver();

  /** Begins the replication of topics that exist at both sites; returns when it works. */
  void replicate(List<String> topics) throws IOException;

  /**
   * Makes the first site fail.
   *
   * @return what was done, in a few words
   */
  String fail() throws IOException;

  /** Promotes the second site; returns when consumers may connect to it. */
  void promote() throws IOException;

  /** Disk space that the second site's brokers use now; empty if not known. */
  OptionalLong diskBytes();
}
