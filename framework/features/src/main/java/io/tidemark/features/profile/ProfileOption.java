package io.tidemark.features.profile;

import io.tidemark.cli.options.WatchOption;
import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code --profile}. */
public final class ProfileOption implements WatchOption {
  @Option(
      names = "--profile",
      description =
          "Records what workers and local brokers do in the measured phases (as profile: true in"
              + " the workload).")
  private boolean profile;

  /** A workload that says which processes and phases are profiled keeps them. */
  @Override
  public List<String> set() {
    return profile ? List.of("profile.enabled=true") : List.of();
  }
}
