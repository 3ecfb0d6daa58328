package io.tidemark.cli.options;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import picocli.CommandLine.Option;

/** Whether a command that starts local brokers may install what is missing. */
public final class InstallOption {
  @Option(
      names = "--no-install",
      description =
          "Never installs a missing local broker: the error has the command (as"
              + " TIDEMARK_INSTALL=false).")
  private boolean noInstall;

  public LocalBrokersHome home() {
    return of(LocalBrokersHome.discover());
  }

  /** The home as this option permits it. */
  public LocalBrokersHome of(LocalBrokersHome home) {
    return noInstall ? home.installing(false) : home;
  }
}
