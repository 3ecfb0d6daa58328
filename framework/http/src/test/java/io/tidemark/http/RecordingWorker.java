package io.tidemark.http;

import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.AlteredProbe;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.Operation;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A worker that notes each operation without its deadline, answers with a sample of the result's
 * type, and does something first where a test wants it. Readings of the clock are not noted.
 */
public final class RecordingWorker {

  /** What a test does inside a call. */
  public interface Behavior {
    void in(String operation) throws WorkerException, InterruptedException;
  }

  public final List<Object> calls = Collections.synchronizedList(new ArrayList<>());
  public final Worker port = port(Worker.class);
  public volatile Behavior behavior = operation -> {};
  public volatile Optional<Snapshot> nextSnapshot = Optional.empty();

  /** The driver's file of the last run. */
  public volatile String configurationYaml = "";

  private final Map<Class<?>, Function<List<Object>, Object>> samples = samples();

  /** The worker as any port with operations. */
  public <T extends Worker> T port(Class<T> type) {
    Class<?>[] types = {type};
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            types,
            (proxy, method, arguments) ->
                called(method, arguments == null ? List.of() : List.of(arguments))));
  }

  public long countOf(String operation) {
    return List.copyOf(calls).stream()
        .filter(c -> c.toString().startsWith(operation + "["))
        .count();
  }

  private Object called(Method method, List<Object> arguments)
      throws WorkerException, InterruptedException {
    if (method.getName().equals("name")) {
      return "recording";
    }
    if (!method.getName().equals("readClock")) {
      calls.add(method.getName() + noted(arguments));
    }
    if (method.getName().equals("prepare")) {
      configurationYaml = ((RunSetup) arguments.get(0)).driver().configurationYaml();
    }
    if (method.isAnnotationPresent(Operation.class)) {
      behavior.in(method.getName());
    }
    return method.getReturnType() == void.class
        ? null
        : samples.get(method.getReturnType()).apply(arguments);
  }

  private static List<Object> noted(List<Object> arguments) {
    return arguments.stream().filter(each -> !(each instanceof Duration)).toList();
  }

  private Map<Class<?>, Function<List<Object>, Object>> samples() {
    Map<Class<?>, Function<List<Object>, Object>> all = new HashMap<>();
    all.put(Map.class, given -> Map.of("version", "1"));
    all.put(List.class, given -> List.of(topic((TopicsRequest) given.get(0))));
    all.put(
        Snapshot.class,
        given -> nextSnapshot.orElseGet(() -> Samples.snapshot((long) given.get(0))));
    all.put(ClientsReport.class, given -> allOpen((ClientsRequest) given.get(0)));
    Stream.of(
            new WorkerInfo(
                "recording",
                "1.2.3",
                new WorkerInfo.ClockDomain("boot", 5),
                Map.of("cpu.model", "x")),
            ClockReading.local(42, 0),
            Samples.CONFIGURATION,
            new Pairs(true, "a mechanism", List.of(new RequestReplyPair(0, "requests", "replies"))),
            new ProbeReport(
                2,
                1,
                Map.of(0, List.of(1, 2)),
                Map.of(1, 3),
                List.of("refused"),
                new ProbeCounts(5, 4, 3),
                List.of(new AlteredProbe(0, AlteredProbe.Kind.TEXT, "came back as text"))),
            new LoadReport(List.of(new LoadReport.ProducerTotals(1, 99)), 0, 7, 8),
            new FinishReport(List.of(5L), 1, List.of("topic t: left")))
        .forEach(sample -> all.put(sample.getClass(), given -> sample));
    return all;
  }

  private TopicHandle topic(TopicsRequest request) {
    return new TopicHandle("topic-" + calls.size(), request.partitionsPerTopic());
  }

  private static ClientsReport allOpen(ClientsRequest request) {
    return new ClientsReport(request.producers(), request.consumers(), true, "");
  }
}
