package io.tidemark.brokers.rabbitmq;

import java.io.IOException;
import java.nio.file.Path;

/** Gets the packages of a release. */
interface PackageDownload {
  /**
   * The tree of the unpacked packages.
   *
   * @param packages their number
   * @param megabytes that they have packed
   */
  record Unpacked(Path root, int packages, int megabytes) {}

  /**
   * @param work an empty folder for everything that is downloaded and unpacked
   * @throws io.tidemark.brokers.process.LocalBrokerException if they cannot be had, or this thread
   *     was interrupted
   */
  Unpacked unpack(RabbitMqRelease release, Path work) throws IOException;
}
