package io.tidemark.simulation;

import io.tidemark.simulation.kernel.RewritingLoader;
import io.tidemark.simulation.kernel.SeedReport;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Simulates seeds, one after the other, on rewritten classes of its own. For one thread. */
final class SeedRunner {
  private static final String WORLD = "io.tidemark.simulation.world.";
  static final List<String> REPLACING =
      List.of(WORLD + "ServerModel", WORLD + "HostModel", WORLD + "DiskModel");

  private final MethodHandle run;
  private final List<String> parts;
  private final Path folder;

  SeedRunner() throws Exception {
    RewritingLoader loader = new RewritingLoader(SeedRunner.class.getClassLoader(), REPLACING);
    Class<?> simulated = loader.loadClass(WORLD + "SimulatedRun");
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    run =
        lookup.findStatic(
            simulated,
            "of",
            MethodType.methodType(
                SeedReport.class, long.class, Collection.class, boolean.class, Path.class));
    parts = parts(lookup.findStatic(simulated, "parts", MethodType.methodType(List.class)));
    folder = Files.createTempDirectory("tidemark-simulation-");
  }

  @SuppressWarnings("unchecked")
  private static List<String> parts(MethodHandle all) {
    try {
      return (List<String>) all.invoke();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  SeedReport run(long seed, Collection<String> without, boolean keepsLines) throws Exception {
    try {
      return (SeedReport) run.invoke(seed, without, keepsLines, folder);
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Parts of a failing seed that it needs not to fail. */
  List<String> shrunk(long seed, Collection<String> already) throws Exception {
    List<String> without = new ArrayList<>(already);
    for (String part : parts) {
      List<String> less = new ArrayList<>(without);
      less.add(part);
      if (!without.contains(part) && !run(seed, less, false).problems().isEmpty()) {
        without = less;
      }
    }
    return without;
  }
}
