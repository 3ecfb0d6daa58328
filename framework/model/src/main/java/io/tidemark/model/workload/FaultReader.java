package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTarget;
import io.tidemark.model.fault.FaultTrigger;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.fault.FaultTrigger.Quantity;
import io.tidemark.model.fault.FaultTrigger.When;
import io.tidemark.model.workload.LoadSchedule.Stretch;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The list under {@code faults}. */
record FaultReader(WorkloadFields fields) {
  private static final java.util.regex.Pattern CONDITION =
      java.util.regex.Pattern.compile("(\\w+)\\s*([<>])\\s*(\\S+)");

  private static final double LONGEST_DELAY = 60e9;
  private static final int MAX_NUMBER = 999;
  private static final int MOST = 1_000;

  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<String> FAULTS =
      WorkloadKey.of(
              "faults",
              "Faults that the run injects, and undoes at its end at the latest. Each has one"
                  + " action (`kill`, ...) and a time.",
              Type.LIST)
          .in(KEYS, "One fault.", Type.SECTION);
  private static final WorkloadKey<String> NAME =
      WorkloadKey.of("faults[].name", "Unique in the file; `fault-1`, ... if absent.", Type.NAME)
          .in(KEYS);
  private static final WorkloadKey<Duration> AT =
      WorkloadKey.duration(
              "faults[].at",
              "When: from the start of the measured time, or of `phase`. 0 with `phase` alone.")
          .in(KEYS);
  private static final WorkloadKey<String> PHASE =
      WorkloadKey.of(
              "faults[].phase", "Name of the phase from whose start `at` counts.", Type.STRING)
          .in(KEYS);
  private static final WorkloadKey<Optional<When>> WHEN =
      new WorkloadKey<>(
              Setting.rule(
                  "faults[].when",
                  "Once a condition holds in the measured time, instead of `at`: `backlog > 100000`;"
                      + " also `inFlight`, and `<`.",
                  Type.STRING),
              text -> Optional.of(condition(text)),
              when -> when.map(When::text).orElse(""))
          .in(KEYS);
  private static final Map<FaultKind, WorkloadKey<FaultTarget>> ACTIONS =
      new EnumMap<>(FaultKind.class);

  static {
    action(FaultKind.KILL, "Ends a node at once (SIGKILL). Undone by a restart.");
    action(FaultKind.STOP, "Stops a node (SIGTERM). Undone by a restart.");
    action(FaultKind.RESTART, "Stops a node and starts it again.");
    action(
        FaultKind.ROLLING_RESTART,
        "Restarts nodes one after another; each serves before the next one stops.");
    action(
        FaultKind.FREEZE,
        "Suspends a node (SIGSTOP): its connections stay open without responses. Undone by SIGCONT.");
    action(
        FaultKind.PARTITION,
        "Drops all traffic of a node with the other nodes and with clients. Needs"
            + " `localBrokers.proxy`.");
    action(
        FaultKind.LATENCY,
        "Delays the traffic of a node with clients by `delay`. Needs `localBrokers.proxy`.");
    action(
        FaultKind.RESET_CONNECTIONS,
        "Resets all connections of clients to a node. Needs `localBrokers.proxy`.");
    action(
        FaultKind.MEMORY_ALARM,
        "Raises the memory alarm of a RabbitMQ node, which blocks all publishers of queues.");
  }

  private static final WorkloadKey<Integer> WORKER =
      WorkloadKey.count(
              "faults[].worker",
              "With `kill: worker` or `freeze: worker`: which one, in the order of `-w`, from 1. If"
                  + " absent: one chosen by `seed`.")
          .atLeast(1)
          .atMost(MAX_NUMBER)
          .in(KEYS);

  private static final WorkloadKey<String> LEADER_OF =
      WorkloadKey.of(
              "faults[].leaderOf",
              "With `leader`: only of the queues or partitions with this name, in which `*` stands"
                  + " for any text: `orders`, or `orders-2` for a partition of Kafka.",
              Type.STRING)
          .in(KEYS);

  private static final WorkloadKey<Duration> DELAY =
      WorkloadKey.duration(
              "faults[].delay", "With `latency`: added in each direction. Required with it.")
          .atMost(LONGEST_DELAY)
          .in(KEYS);
  private static final WorkloadKey<Duration> JITTER =
      WorkloadKey.duration(
              "faults[].jitter", "With `latency`: a random share of it is added to `delay`.")
          .atMost(LONGEST_DELAY)
          .byDefault(Duration.ZERO)
          .in(KEYS);
  private static final WorkloadKey<String> COMMAND =
      WorkloadKey.of(
              "faults[].command",
              "A shell command that injects the fault, for all that the other actions do not cover.",
              Type.COMMAND)
          .in(KEYS);
  private static final WorkloadKey<String> UNDO =
      WorkloadKey.of(
              "faults[].undo",
              "With `command`: a shell command that undoes it. It also runs after Ctrl-C and after"
                  + " a crash of the benchmark.",
              Type.COMMAND)
          .in(KEYS);
  private static final WorkloadKey<Duration> TIMEOUT =
      WorkloadKey.duration("faults[].timeout", "With `command`: limit of each command.")
          .atLeast(TimeReader.MILLISECOND)
          .byDefault(Duration.ofSeconds(60))
          .in(KEYS);
  private static final WorkloadKey<Duration> DURATION =
      WorkloadKey.duration(
              "faults[].duration",
              "After this time the fault is undone. If absent: when the load ends.")
          .atLeast(TimeReader.MILLISECOND)
          .in(KEYS);

  private static void action(FaultKind kind, String meaning) {
    ACTIONS.put(
        kind,
        WorkloadKey.of(
                "faults[]." + kind.key(),
                meaning
                    + " Which node: its number, `leader` (of most of the run's queues or"
                    + " partitions), `random` (by `seed`)"
                    + (kind.isForWorkers()
                        ? ", `all`, or `worker` for a worker that is not part of the benchmark's"
                            + " process."
                        : " or `all`."),
                FaultTarget::parse,
                Type.INTEGER)
            .atLeast(1)
            .atMost(MAX_NUMBER)
            .orWords(
                Stream.of("leader", "random", "all", "worker")
                    .filter(word -> kind.isForWorkers() || !word.equals("worker"))
                    .toArray(String[]::new))
            .in(KEYS));
  }

  List<FaultSpec> read(Pattern pattern, ProducerRate rate, List<Stretch> stretches) {
    List<FaultSpec> faults = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int index = 0;
    if (fields.items(FAULTS).size() > MOST) {
      fields.error(FAULTS, "too many, got " + fields.items(FAULTS).size() + "; allowed " + MOST);
      return faults;
    }
    for (YamlNode item : fields.items(FAULTS)) {
      String path = FAULTS.name() + "[" + index++ + "]";
      if (item instanceof YamlMap map) {
        WorkloadFields fault = new WorkloadFields(map, path, fields.problems());
        one(fault, "fault-" + index, stretches).ifPresent(faults::add);
      }
    }
    for (FaultSpec fault : faults) {
      if (!names.add(fault.name())) {
        fields
            .problems()
            .error(
                fault.mark(),
                fault.path(),
                "two faults have the name " + fault.name() + "; names must differ");
      }
    }
    if (!faults.isEmpty() && rate instanceof ProducerRate.Search && pattern == Pattern.PUBSUB) {
      fields.error(
          FAULTS,
          "cannot be combined with a rate search (producerRate: 0); allowed with a rate above 0");
    }
    return faults;
  }

  /** Empty if it has no action. */
  private static Optional<FaultSpec> one(
      WorkloadFields fault, String usualName, List<Stretch> stretches) {
    List<WorkloadKey<?>> actions = new ArrayList<>(allActions());
    actions.removeIf(key -> !fault.has(key));
    if (actions.size() != 1) {
      fault
          .problems()
          .error(
              fault.map().mark(),
              fault.path(),
              (actions.isEmpty() ? "has no action" : "has several actions, got " + names(actions))
                  + "; allowed one of "
                  + names(allActions()));
      return Optional.empty();
    }
    WorkloadKey<?> action = actions.get(0);
    FaultKind kind =
        ACTIONS.entrySet().stream()
            .filter(each -> each.getValue() == action)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(FaultKind.COMMAND);
    FaultSpec spec =
        new FaultSpec(
            fault.given(NAME).orElse(usualName),
            trigger(fault, stretches),
            kind,
            target(fault, kind),
            fault.given(DURATION),
            fault.given(COMMAND),
            fault.given(UNDO),
            fault.get(TIMEOUT),
            fault.given(DELAY).orElse(Duration.ZERO),
            fault.get(JITTER),
            fault.mark(action),
            fault.path(action));
    rules(fault, spec);
    return Optional.of(spec);
  }

  private static FaultTarget target(WorkloadFields fault, FaultKind kind) {
    FaultTarget target =
        Optional.ofNullable(ACTIONS.get(kind)).flatMap(fault::given).orElse(FaultTarget.ALL);
    if (fault.has(LEADER_OF)) {
      if (target.choice() != FaultTarget.Choice.LEADER) {
        fault.error(LEADER_OF, "needs leader as the target of the action");
      }
      return fault.given(LEADER_OF).map(FaultTarget::leaderOf).orElse(target);
    }
    if (!fault.has(WORKER)) {
      return target;
    }
    if (!target.isWorker()) {
      fault.error(WORKER, "needs kill: worker or freeze: worker");
    }
    return fault.given(WORKER).map(FaultTarget::worker).orElse(target);
  }

  private static void rules(WorkloadFields fault, FaultSpec spec) {
    if (spec.target().isWorker() && spec.kind() == FaultKind.FREEZE) {
      fault.require(DURATION); // A frozen worker gets no order to continue.
    }
    only(fault, FaultKind.COMMAND, spec, List.of(UNDO, TIMEOUT));
    only(fault, FaultKind.LATENCY, spec, List.of(DELAY, JITTER));
    if (spec.kind() == FaultKind.LATENCY) {
      fault.require(DELAY);
    }
    if (fault.has(DURATION) && !spec.isUndone()) {
      fault.error(
          DURATION,
          spec.kind() == FaultKind.COMMAND
              ? "needs undo: a command without it is not undone"
              : spec.target().isWorker()
                  ? "cannot be combined with kill: worker, which is not undone"
                  : "cannot be combined with " + spec.kind().key() + ", which ends by itself");
    }
  }

  private static void only(
      WorkloadFields fault, FaultKind kind, FaultSpec spec, List<WorkloadKey<?>> keys) {
    for (WorkloadKey<?> key : keys) {
      if (fault.has(key) && spec.kind() != kind) {
        fault.error(key, "needs %s; got %s".formatted(kind.key(), spec.kind().key()));
      }
    }
  }

  private static FaultTrigger trigger(WorkloadFields fault, List<Stretch> stretches) {
    if (fault.has(WHEN)) {
      fault.notBoth(WHEN, AT);
      fault.notBoth(WHEN, PHASE);
      Optional<When> when = fault.given(WHEN).flatMap(any -> any);
      if (when.isEmpty()) {
        fault.error(
            WHEN,
            "not a condition, got %s; allowed a line such as backlog > 100000, with %s and < or >"
                .formatted(fault.text(WHEN).orElse(""), quantities()));
      }
      return when.isPresent() ? when.get() : new At(Optional.empty(), Duration.ZERO);
    }
    At at = new At(fault.given(PHASE), fault.given(AT).orElse(Duration.ZERO));
    if (!fault.has(AT) && !fault.has(PHASE)) {
      fault
          .problems()
          .error(fault.map().mark(), fault.path(), "has no time; allowed at, phase, or when");
    }
    List<Stretch> measured = stretches.stream().filter(Stretch::measured).toList();
    if (at.phase().isPresent() && !measured.isEmpty()) {
      String name = at.phase().get();
      Optional<Stretch> phase =
          measured.stream().filter(each -> each.name().equals(name)).findFirst();
      if (phase.isEmpty()) {
        fault.error(
            PHASE,
            "there is no phase "
                + name
                + "; allowed "
                + measured.stream().map(Stretch::name).collect(Collectors.joining(", ")));
      }
      phase.flatMap(Stretch::length).ifPresent(length -> within(fault, at, length, "the phase"));
    } else if (measured.stream().allMatch(each -> each.length().isPresent())) {
      measured.stream()
          .flatMap(each -> each.length().stream())
          .reduce(Duration::plus)
          .ifPresent(length -> within(fault, at, length, "the measured time"));
    }
    return at;
  }

  private static void within(WorkloadFields fault, At at, Duration length, String of) {
    // A length of 0 is a missing one, which is reported.
    if (!length.isZero() && at.after().compareTo(length) >= 0) {
      fault.error(
          AT,
          "is after the end of %s, got %s; allowed less than %s"
              .formatted(of, Quantities.text(at.after()), Quantities.text(length)));
    }
  }

  private static Optional<When> condition(String text) {
    Matcher matcher = CONDITION.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Stream.of(Quantity.values())
        .filter(quantity -> quantity.key().equals(matcher.group(1)))
        .findFirst()
        .flatMap(
            quantity ->
                Type.RATE
                    .number(matcher.group(3))
                    .filter(limit -> limit >= 0)
                    .map(limit -> new When(quantity, matcher.group(2).equals(">"), limit, text)));
  }

  private static String quantities() {
    return Stream.of(Quantity.values()).map(Quantity::key).collect(Collectors.joining(" or "));
  }

  private static List<WorkloadKey<?>> allActions() {
    List<WorkloadKey<?>> all = new ArrayList<>(ACTIONS.values());
    all.add(COMMAND);
    return all;
  }

  private static String names(List<WorkloadKey<?>> keys) {
    return keys.stream().map(WorkloadKey::name).collect(Collectors.joining(", "));
  }

  static void write(List<FaultSpec> faults, Map<String, Object> map) {
    if (!faults.isEmpty()) {
      map.put(FAULTS.name(), faults.stream().map(FaultReader::plain).toList());
    }
  }

  private static Map<String, Object> plain(FaultSpec fault) {
    Map<String, Object> map = new LinkedHashMap<>();
    NAME.put(map, fault.name());
    if (fault.trigger() instanceof At at) {
      at.phase().ifPresent(phase -> PHASE.put(map, phase));
      AT.put(map, at.after());
    } else if (fault.trigger() instanceof When when) {
      WHEN.put(map, Optional.of(when));
    }
    if (fault.kind() == FaultKind.COMMAND) {
      COMMAND.put(map, fault.command().orElse(""));
      fault.undo().ifPresent(undo -> UNDO.put(map, undo));
      TIMEOUT.put(map, fault.timeout());
    } else {
      map.put(fault.kind().key(), fault.target().toString());
      if (fault.target().isWorker() && fault.target().number() > 0) {
        WORKER.put(map, fault.target().number());
      }
      if (!fault.target().of().isEmpty()) {
        LEADER_OF.put(map, fault.target().of());
      }
    }
    if (fault.kind() == FaultKind.LATENCY) {
      DELAY.put(map, fault.delay());
      JITTER.put(map, fault.jitter());
    }
    fault.duration().ifPresent(duration -> DURATION.put(map, duration));
    return map;
  }
}
