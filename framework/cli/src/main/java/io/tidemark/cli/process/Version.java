package io.tidemark.cli.process;

import io.tidemark.worker.host.BuildFacts;
import picocli.CommandLine.IVersionProvider;

/** Which Tidemark this is. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    BuildFacts build = BuildFacts.read();
    return new String[] {"Tidemark %s (commit %s)".formatted(build.version(), build.commit())};
  }
}
