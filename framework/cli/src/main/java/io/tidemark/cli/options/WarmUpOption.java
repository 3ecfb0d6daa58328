package io.tidemark.cli.options;

import io.tidemark.worker.calibration.WarmUp;
import picocli.CommandLine.Option;

/** {@code --no-code-warm-up}: whether this process runs its engine before it is used. */
public final class WarmUpOption {
  @Option(
      names = "--no-code-warm-up",
      description =
          "Does not run the load and receive path of this process without a broker before the first"
              + " run. By default it runs for at most 2 s, until clients have connected, so that"
              + " its code is compiled when the load begins.")
  private boolean off;

  /** Begins the warm-up unless it is switched off. */
  public void begin() {
    if (!off) {
      WarmUp.begin();
    }
  }
}
