package io.tidemark.features.live;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.base.Deadline;
import io.tidemark.charts.Palette;
import io.tidemark.charts.page.FirstScreen;
import io.tidemark.charts.page.LivePage;
import io.tidemark.charts.page.LivePage.View;
import io.tidemark.charts.page.ReportPage;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.document.Document;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.watch.Progress;
import io.tidemark.runs.watch.ProgressView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The live page: while a browser shows it, its content is made every second, if something has
 * changed. Thread-safe.
 */
public final class LiveWatcher extends ProgressView implements LiveServer.Pages {
  /** After that time without a change the connection of a reader is checked. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  /** Time for readers to receive the last change. */
  private static final Duration LAST_CHANGE = Duration.ofSeconds(3);

  private final Clock clock;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("live"));
  private Optional<LiveSamples> running = Optional.empty();
  private Optional<Document> answer = Optional.empty();
  private int answered;
  private boolean changed = true;
  private boolean ended;
  private LiveServer.Change newest = new LiveServer.Change(0, "", false);
  private Optional<LiveServer> server = Optional.empty();

  LiveWatcher(Clock clock) {
    super(clock);
    this.clock = clock;
  }

  /**
   * Starts the server.
   *
   * @param port 0 for any free one
   * @throws IOException if it cannot listen there
   */
  public static LiveWatcher start(Clock clock, int port) throws IOException {
    LiveWatcher watcher = new LiveWatcher(clock);
    watcher.server = Optional.of(LiveServer.start(port, watcher));
    LivePage.html(watcher.view()); // Loads all that is needed for it before something is measured.
    var unused = watcher.ticker.scheduleWithFixedDelay(watcher::tick, 1, 1, TimeUnit.SECONDS);
    return watcher;
  }

  /** Address of the page. */
  public String url() {
    return server.map(LiveServer::url).orElse("");
  }

  private void tick() {
    if (server.filter(LiveServer::hasReaders).isPresent()) {
      update();
    }
  }

  /** Makes the next change if there is something new. */
  void update() {
    boolean last;
    synchronized (this) {
      if (!changed) {
        return;
      }
      changed = false;
      last = ended;
    }
    String content = LivePage.content(view());
    synchronized (this) {
      newest = new LiveServer.Change(newest.number() + 1, content, last);
      notifyAll();
    }
  }

  /** Samples are not delayed by the making of charts: that is done without the lock. */
  private View view() {
    Optional<LiveSamples> run;
    List<RunEvent> events;
    synchronized (this) {
      run = running;
      events = progress.events();
    }
    List<Chart> charts = run.map(each -> each.charts(events)).orElse(List.of());
    synchronized (this) {
      return LiveView.of(progress, answer, charts, ZoneId.systemDefault(), ended);
    }
  }

  @Override
  public String page() {
    answer(false);
    return LivePage.html(view());
  }

  /**
   * Makes the answer of the runs that have ended.
   *
   * @param again also if no run has ended since: the file of a study is written a little later
   */
  private void answer(boolean again) {
    List<RunOutcome> outcomes;
    synchronized (this) {
      outcomes = progress.outcomes();
      if (!again && answered == outcomes.size()) {
        return;
      }
      answered = outcomes.size();
    }
    Optional<Document> made = LiveAnswer.of(outcomes);
    synchronized (this) {
      answer = made;
      changed = true;
    }
  }

  private boolean isRead() {
    return server.map(LiveServer::hasReaders).orElse(true);
  }

  @Override
  public synchronized Optional<LiveServer.Change> after(long seen) throws InterruptedException {
    if (seen == 0) {
      changed = true; // What has happened since the page was made.
    }
    Deadline deadline = Deadline.in(SILENCE, clock);
    long known = seen == 0 ? newest.number() : seen;
    while (newest.number() <= known && !deadline.isOver()) {
      TimeUnit.NANOSECONDS.timedWait(this, deadline.leftNanos());
    }
    return Optional.of(newest).filter(change -> change.number() > known);
  }

  @Override
  public Optional<String> report(int run) throws IOException {
    Optional<Path> directory;
    synchronized (this) {
      List<RunOutcome> outcomes = progress.outcomes();
      directory = run > outcomes.size() ? Optional.empty() : outcomes.get(run - 1).directory();
    }
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(ReportPage.html(ReportedRuns.read(List.of(directory.get())), List.of()));
  }

  /** The answer is made before the run, so that nothing is measured meanwhile. */
  @Override
  public void starts(PlannedRun run) {
    if (isRead()) {
      answer(true);
    }
    synchronized (this) {
      running = Optional.of(new LiveSamples(run.title(), Progress.scheduled(run)));
      super.starts(run);
    }
  }

  @Override
  public synchronized void sampleTaken(Sample sample, Totals totals) {
    running.ifPresent(run -> run.add(sample));
    super.sampleTaken(sample, totals);
  }

  @Override
  protected void changed() {
    changed = true;
  }

  /** Readers get the last change; then the server ends. */
  @Override
  public void close() {
    ticker.shutdown();
    if (isRead()) {
      answer(true);
    }
    try {
      var unused = ticker.awaitTermination(LAST_CHANGE.toSeconds(), TimeUnit.SECONDS);
      synchronized (this) {
        ended = true;
        changed = true;
      }
      update();
      if (server.isPresent()) {
        server.get().awaitNoReaders(LAST_CHANGE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.ifPresent(LiveServer::close);
  }

  /** What the runs of a command that have ended answer. */
  static final class LiveAnswer {
    private LiveAnswer() {}

    /**
     * Answers the question of the runs so far, of a study from its complete blocks; empty if there
     * is nothing to say.
     */
    static Optional<Document> of(List<RunOutcome> outcomes) {
      List<Path> directories =
          outcomes.stream().flatMap(outcome -> outcome.directory().stream()).toList();
      if (directories.isEmpty()) {
        return Optional.empty();
      }
      try {
        return ReportedRuns.ofCommand(directories).ofCompleteBlocks().map(LiveAnswer::answer);
      } catch (ResultsException e) {
        return Optional.of(
            new Document("No answer so far: " + Text.message(e), List.of(), List.of()));
      }
    }

    private static Document answer(ReportedRuns runs) {
      long blocks = runs.runs().stream().map(ReportedRun::iteration).distinct().count();
      Document answer =
          FirstScreen.of(
              Answers.of(runs).document(),
              Palette.of(runs.runs().stream().map(ReportedRun::environment).distinct().toList()),
              Set.of());
      return new Document(
          "Answer so far: "
              + (runs.study().isPresent() ? Text.plural(blocks, "complete block") + ", " : "")
              + Text.plural(runs.runs().size(), "run")
              + ". "
              + answer.title(),
          answer.opening(),
          answer.sections());
    }
  }
}
