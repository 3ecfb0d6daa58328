package io.tidemark.worker.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.worker.DriverDouble;
import io.tidemark.worker.TextScript;
import io.tidemark.worker.check.DriverCheck.Report;
import io.tidemark.worker.check.DriverCheck.Step;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DriverCheckTest {
  private final List<Step> reported = new ArrayList<>();

  /** The doubles here act as the in-memory driver, not as another test left them. */
  @BeforeEach
  void followNoScript() {
    DriverDouble.play();
  }

  private Report check(String driverClass, String yaml) throws InterruptedException {
    return new DriverCheck(DriverCatalog.ofClassPath(), Duration.ofSeconds(20), reported::add)
        .run(new DriverSource(driverClass, yaml));
  }

  @Test
  void sendsAMessageThereAndBackAndReportsFacts() throws InterruptedException {
    Report report = check(InMemoryBenchmarkDriver.class.getName(), "space: check\n");
    assertThat(report.passed()).isTrue();
    assertThat(report.steps())
        .extracting(Step::name)
        .containsExactly("connect", "create", "message", "remove", "request/reply", "close");
    assertThat(report.steps().get(2).detail()).contains("there and back");
    assertThat(report.facts()).containsEntry("broker.name", "memory of this JVM");
    assertThat(reported).isEqualTo(report.steps());
  }

  @Test
  void aFileThatTheDriverRefusesFailsTheFirstStepWithItsReason() throws InterruptedException {
    Report report = check(InMemoryBenchmarkDriver.class.getName(), "delivery: pigeon\n");
    assertThat(report.passed()).isFalse();
    assertThat(report.steps()).extracting(Step::name).containsExactly("connect");
    assertThat(report.steps().get(0).detail()).contains("pigeon");
  }

  @Test
  void aDriverThatTreatsPayloadsAsTextIsReportedAtOnce() throws InterruptedException {
    TextScript.play();
    Report report = check(DriverDouble.class.getName(), "space: text\n");
    Step step = report.steps().get(2);
    assertThat(step.name()).isEqualTo("message");
    assertThat(step.passed()).isFalse();
    assertThat(step.detail()).contains("differs").endsWith("converted to text");
  }

  @Test
  void aDriverWhoseFileAllowsNoRequestsIsNotAskedForThem() throws InterruptedException {
    Report report = check(Speechless.class.getName(), "");
    assertThat(report.steps()).extracting(Step::name).doesNotContain("request/reply");
  }

  @Test
  void whatFailedFirstIsReportedAndNotThatTheCleanUpFailedToo() throws InterruptedException {
    Report report = check(Asking.class.getName(), "");
    Step step =
        report.steps().stream()
            .filter(s -> s.name().equals("request/reply"))
            .findFirst()
            .orElseThrow();
    assertThat(step.passed()).isFalse();
    assertThat(step.detail()).contains("no permission to ask").doesNotContain("cannot delete");
  }

  /** Neither its requesters nor its clean-up work. */
  public static class Asking extends DriverDouble implements RequestReply {
    @Override
    public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
      return CompletableFuture.completedFuture(
          List.of(new RequestReplyPair(0, request.names().get(0), "")));
    }

    @Override
    public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
      return CompletableFuture.failedFuture(new IOException("cannot delete"));
    }

    @Override
    public CompletableFuture<Requester> createRequester(
        RequesterSpec spec, ReplyCallback callback) {
      return CompletableFuture.failedFuture(new IOException("no permission to ask"));
    }

    @Override
    public CompletableFuture<Responder> createResponder(
        ResponderSpec spec, RequestHandler handler) {
      return CompletableFuture.completedFuture(() -> {});
    }

    @Override
    public String replyMechanism() {
      return "none";
    }
  }

  /** Could not ask as its file has it. */
  public static final class Speechless extends Asking {
    @Override
    public boolean canRequestReply() {
      return false;
    }
  }

  @Test
  void whatTheBrokerRefusesToAConsumerEndsTheStepWithItsWords() throws InterruptedException {
    DriverDouble.play().createConsumer =
        (topic, subscription, callback) -> {
          ((MessageCallback) callback)
              .consumerFailed(new RefusedException("no right to read " + topic, null));
          return CompletableFuture.completedFuture(() -> {});
        };
    Step step = check(DriverDouble.class.getName(), "space: refused\n").steps().get(2);
    assertThat(step.passed()).isFalse();
    assertThat(step.detail()).startsWith("no right to read double-");
  }
}
