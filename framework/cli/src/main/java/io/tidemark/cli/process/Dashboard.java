package io.tidemark.cli.process;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.watch.DashboardFrame;
import io.tidemark.runs.watch.ProgressView;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Draws where the runs stand at the bottom of a terminal, every second. Thread-safe. */
public final class Dashboard extends ProgressView {
  private static final Duration LAST_DRAWING = Duration.ofSeconds(5);

  private final TerminalStyle style;
  private final Supplier<DashboardFrame.Size> size;
  private final Consumer<List<String>> footer;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("dashboard"));

  /**
   * @param size of the terminal, asked before each drawing
   * @param footer takes the lines, which replace those before; none removes them
   */
  public Dashboard(
      Clock clock,
      TerminalStyle style,
      Supplier<DashboardFrame.Size> size,
      Consumer<List<String>> footer) {
    super(clock);
    this.style = style;
    this.size = size;
    this.footer = footer;
  }

  /** Writes without the lock: a terminal that the user has stopped must not delay samples. */
  void draw() {
    footer.accept(frame(size.get()));
  }

  private synchronized List<String> frame(DashboardFrame.Size now) {
    return DashboardFrame.of(progress, style, now, ZoneId.systemDefault());
  }

  @Override
  public synchronized void planned(List<PlannedRun> runs) {
    super.planned(runs);
    var unused = ticker.scheduleAtFixedRate(this::draw, 0, 1, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    ticker.shutdown();
    try {
      if (!ticker.awaitTermination(LAST_DRAWING.toSeconds(), TimeUnit.SECONDS)) {
        return; // The terminal takes nothing.
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    footer.accept(List.of());
  }
}
