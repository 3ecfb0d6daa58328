package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.PrintedText;
import io.tidemark.driver.testkit.observed.SecretText;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A rule of chapter 6: a secret with a value that occurs nowhere else (a canary) is searched for in
 * all that the driver hands out.
 */
final class SecretRules {
  /** No part of another word, and the same in a URI. */
  private static final String CANARY = "canary7f3aSecret";

  private SecretRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.may(
            "6.13",
            "DescribedDriver: a declared secret is in no message, name, fact, setting, event, metric or log",
            SecretRules::handsOutNoSecret));
  }

  private static void handsOutNoSecret(ConformanceBench bench) throws Exception {
    BenchmarkDriver fresh = bench.newDriver();
    bench.require(fresh instanceof DescribedDriver, "the driver does not have DescribedDriver");
    List<Setting> secrets =
        bench.call("settings", ((DescribedDriver) fresh)::settings).stream()
            .filter(Setting::secret)
            .filter(setting -> setting.type() == Setting.Type.STRING)
            .filter(setting -> !setting.path().contains("[]"))
            .toList();
    bench.require(!secrets.isEmpty(), "the driver declares no secret text");
    for (Setting secret : secrets) {
      tryWith(bench, secret, bench.kit().configuration());
      Optional<File> unreachable = bench.kit().unreachableConfiguration();
      if (unreachable.isPresent()) {
        tryWith(bench, secret, unreachable.get());
      }
      Optional<File> wrong = bench.kit().wrongConfiguration();
      if (wrong.isPresent()) {
        tryWith(bench, secret, wrong.get());
      }
    }
  }

  private static void tryWith(ConformanceBench bench, Setting secret, File configuration)
      throws Exception {
    String text = new SecretText(Files.readString(configuration.toPath())).with(secret, CANARY);
    Path file = Files.createTempFile(bench.directory(), "canary", ".yaml");
    Files.writeString(file, text);
    List<String> said = new CopyOnWriteArrayList<>();
    try (PrintedText printed = PrintedText.record()) {
      use(bench.another(), file.toFile(), said);
      said.add("log: " + printed.text());
    } finally {
      Files.delete(file);
    }
    for (String each : said) {
      assertThat(each.contains(CANARY))
          .as(
              "the value of the secret '%s' in what the driver hands out: %s",
              secret.path(), each.contains(CANARY) ? around(each) : "")
          .isFalse();
    }
  }

  private static String around(String text) {
    int at = text.indexOf(CANARY);
    int from = Math.max(0, at - 80);
    int to = Math.min(text.length(), at + CANARY.length() + 40);
    String kind = text.substring(0, Math.max(0, text.indexOf(':')));
    return kind + ": ..." + text.substring(from, to).strip().replace(CANARY, "<secret>") + "...";
  }

  /** The driver may refuse a wrong secret at any place: all failures are texts, too. */
  private static void use(ConformanceBench bench, File file, List<String> said) {
    try (bench) {
      BenchmarkDriver driver = bench.newDriver();
      if (driver instanceof EventSource source) {
        Consumer<DriverEvent> listener =
            event -> said.add("event: " + event.subject() + " " + event.detail());
        bench.run("onEvent", () -> source.onEvent(listener));
      }
      bench.open(driver, file);
      said.add("name: " + bench.call("getTopicNamePrefix", driver::getTopicNamePrefix));
      String topic = bench.topic(1);
      said.add("name: " + topic);
      DetailedInbox inbox = bench.subscribe(topic);
      bench.send(bench.producer(topic), 0, 1);
      bench.awaitCount(inbox, 1);
      inbox.failures().forEach(failure -> said.add("message: " + texts(failure)));
      state(bench, driver, List.of(topic), said);
    } catch (Exception | AssertionError e) {
      said.add("message: " + texts(e));
    }
  }

  private static void state(
      ConformanceBench bench, BenchmarkDriver driver, List<String> topics, List<String> said)
      throws Exception {
    if (driver instanceof BrokerFacts source) {
      Map<String, String> facts = bench.call("brokerFacts", source::brokerFacts);
      facts.forEach((name, value) -> said.add("fact: " + name + ": " + value));
      bench
          .call("effectiveConfiguration", () -> source.effectiveConfiguration(topics))
          .settings()
          .forEach(setting -> said.add("setting: " + setting));
    }
    if (driver instanceof TelemetrySource source) {
      bench
          .call("readTelemetry", source::readTelemetry)
          .forEach(reading -> said.add("metric: " + reading.name() + " " + reading.subject()));
    }
    if (driver instanceof RequestReply source) {
      Callable<String> mechanism = source::replyMechanism;
      said.add("name: " + bench.call("replyMechanism", mechanism));
    }
  }

  /** Joins the texts of all causes; {@code toString} may say more than the message. */
  private static String texts(Throwable failure) {
    List<String> texts = new ArrayList<>();
    for (Throwable each = failure; each != null && texts.size() < 20; each = each.getCause()) {
      texts.add(each.toString());
    }
    return String.join("; caused by ", texts);
  }
}
