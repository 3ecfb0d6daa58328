package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.workload.KeyReplacements;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.PayloadKeys;
import io.tidemark.model.workload.ScaleKeys;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.yaml.NearestKey;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.SecretName;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Traffic classes: each is read as a separate file, which has the keys of the class and, where
 * those are absent, the keys at the top of the file.
 */
final class ClassReader {
  static final String CLASSES = "classes";
  private static final String NAME = "name";
  private static final String PROFILE = "profile";
  private static final String SHARE = "share";
  private static final String DRIVER = "driver";
  private static final String SCALE = "scale";
  private static final String RATE = "producerRate";
  private static final String CURVE = "rateCurve";
  private static final String REPLAY = "replay";

  /** Forms of a rate, of which a class has one. */
  private static final List<String> RATES = List.of(RATE, CURVE, REPLAY);

  private static final String SEED = "seed";
  private static final String OBJECTIVES = "objectives";
  private static final String QUESTION = "question";
  private static final String TOPIC_NAMES = "topicNames";
  private static final String AT_THE_TOP = "at the top of the file";

  /** Keys that are the same for all classes. */
  static final Set<String> OF_FILE =
      Set.of(
          "iterations",
          "testDuration",
          "testDurationMinutes",
          "warmupDuration",
          "warmupDurationMinutes",
          "warmupLimit",
          "sampleInterval",
          "idleBaseline",
          PROFILE,
          "pattern",
          "faults",
          "search",
          "thresholds",
          QUESTION,
          CLASSES,
          SCALE);

  private static final Pattern CLASS_NAME = Pattern.compile("[A-Za-z0-9_-]{1,40}");
  private static final Pattern OF_CLASS = Pattern.compile("classes\\.([^.\\s]+)\\.(.+)");
  private static final double SHARE_ERROR = 1e-6;

  /** Distance of the seeds of classes: their random values must not be the same. */
  private static final long SEEDS = 7_919;

  private final Fields file;
  private final Origin origin;
  private final List<Fields> elements;
  private final List<String> names = new ArrayList<>();

  /** Objectives at the top of the file that are about a class, without its name. */
  private final Map<String, List<YamlNode>> ofClasses = new LinkedHashMap<>();

  ClassReader(Fields file, Origin origin) {
    this.file = file;
    this.origin = origin;
    this.elements = file.elements(CLASSES);
  }

  /** Empty if something is wrong. */
  Optional<Workload> read() {
    if (elements.isEmpty()) {
      file.error(CLASSES, "an empty list; allowed at least one class");
    }
    elements.forEach(this::name);
    elements.forEach(this::keysOfFile);
    elements.forEach(ClassReader::secrets);
    file.node(TOPIC_NAMES)
        .ifPresent(any -> file.error(TOPIC_NAMES, "each class has own topics; allowed in a class"));
    file.node(REPLAY)
        .ifPresent(
            any -> file.error(REPLAY, "each class would send the whole trace; allowed in a class"));
    Optional<YamlNode> objectives = file.node(OBJECTIVES).flatMap(this::ofTotal);
    shares();
    if (file.haveErrors()) {
      return Optional.empty();
    }
    List<TrafficClass> classes = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      Optional<Workload> workload = workload(i, elements.get(i));
      if (workload.isPresent()) {
        Overrides driver = driver(elements.get(i));
        classes.add(new TrafficClass(names.get(i), workload.get(), driver));
      }
    }
    return classes.size() == elements.size() ? total(classes, objectives) : Optional.empty();
  }

  private void name(Fields element) {
    String name = element.text(NAME).orElse("class-" + (names.size() + 1));
    names.add(name);
    if (element.isWrong(NAME)) {
      return; // It is reported.
    }
    if (!CLASS_NAME.matcher(name).matches()) {
      element.error(NAME, "wrong name, got " + name + "; allowed 1 to 40 letters, digits, - and _");
    }
    if (names.indexOf(name) < names.size() - 1) {
      element.error(NAME, "twice in the list, got " + name + "; allowed once");
    }
  }

  private void keysOfFile(Fields element) {
    for (String key : element.map().entries().keySet()) {
      if (OF_FILE.contains(key)) {
        element.error(key, "is the same for all classes; allowed " + AT_THE_TOP);
      }
    }
  }

  private static void secrets(Fields element) {
    driverKeys(element).entries().keySet().stream()
        .filter(SecretName::looksSecret)
        .forEach(
            key -> element.error(DRIVER, key + " is a secret, which belongs into the driver file"));
  }

  private static YamlMap driverKeys(Fields element) {
    return element
        .node(DRIVER)
        .filter(YamlMap.class::isInstance)
        .map(YamlMap.class::cast)
        .orElseGet(() -> new YamlMap(element.map().mark(), Map.of()));
  }

  private void shares() {
    long sharing = elements.stream().filter(each -> each.has(SHARE)).count();
    if (sharing == 0 || file.haveErrors()) {
      return;
    }
    if (!file.has(RATE) && !file.has(CURVE)) {
      file.error(CLASSES, "shares need the rate of all classes: producerRate " + AT_THE_TOP);
    }
    for (Fields element : elements) {
      if (element.has(SHARE)) {
        continue;
      }
      RATES.stream()
          .filter(element::has)
          .findFirst()
          .ifPresentOrElse(
              own -> element.error(own, "cannot be combined with the shares of other classes"),
              () ->
                  element.error(
                      "has no share, but other classes have one; allowed in all or none"));
    }
    double sum = elements.stream().mapToDouble(element -> share(element).orElse(0.0)).sum();
    if (sharing == elements.size() && Math.abs(sum - 1) > SHARE_ERROR) {
      file.error(
          CLASSES,
          "the shares add up to "
              + BigDecimal.valueOf(100 * sum)
                  .round(new MathContext(6))
                  .stripTrailingZeros()
                  .toPlainString()
              + " %; allowed 100 %");
    }
  }

  private static Optional<Double> share(Fields element) {
    return element.text(SHARE).flatMap(Type.NUMBER::number);
  }

  /** The objectives without those of classes, which are kept. */
  private Optional<YamlNode> ofTotal(YamlNode node) {
    if (node instanceof YamlList list) {
      List<YamlNode> own = list.items().stream().flatMap(item -> ofTotal(item).stream()).toList();
      return own.isEmpty() ? Optional.empty() : Optional.of(new YamlList(list.mark(), own));
    }
    if (node instanceof YamlScalar line) {
      Matcher of = OF_CLASS.matcher(line.text().strip());
      if (!of.matches()) {
        return Optional.of(node);
      }
      keep(of.group(1), new YamlScalar(line.mark(), of.group(2), true), node);
      return Optional.empty();
    }
    YamlMap map = (YamlMap) node;
    Map<String, Entry> own = new LinkedHashMap<>();
    map.entries()
        .forEach(
            (key, entry) -> {
              Matcher of = OF_CLASS.matcher(key);
              if (of.matches()) {
                keep(of.group(1), new YamlMap(map.mark(), Map.of(of.group(2), entry)), node);
              } else {
                own.put(key, entry);
              }
            });
    return own.isEmpty() ? Optional.empty() : Optional.of(new YamlMap(map.mark(), own));
  }

  private void keep(String name, YamlNode objective, YamlNode place) {
    if (names.contains(name)) {
      ofClasses.computeIfAbsent(name, any -> new ArrayList<>()).add(objective);
    } else {
      file.problems()
          .error(
              place.mark(),
              OBJECTIVES,
              "unknown class, got "
                  + name
                  + "; allowed "
                  + String.join(", ", names)
                  + NearestKey.suggestion(name, names));
    }
  }

  /** What a run of the class alone would do. */
  private Optional<Workload> workload(int index, Fields element) {
    Map<String, Entry> merged = new LinkedHashMap<>(file.map().entries());
    List.of(OBJECTIVES, QUESTION).forEach(merged::remove);
    Map<String, Entry> ofClass = element.map().entries();
    ofClass.keySet().forEach(key -> replacedBy(key).forEach(merged::remove));
    merged.putAll(ofClass);
    List.of(SHARE, DRIVER).forEach(merged::remove);
    String name = file.text(NAME).orElse(origin.fileBase()) + "." + names.get(index);
    put(merged, NAME, new YamlScalar(element.mark(NAME), name, true));
    if (!element.has(SEED)) {
      long seed = file.read(WorkloadKeys.class).messages().seed() + index * SEEDS;
      put(merged, SEED, new YamlScalar(file.mark(SEED), Long.toString(seed), false));
    }
    objectives(index, element).ifPresent(list -> put(merged, OBJECTIVES, list));
    question(names.get(index)).ifPresent(own -> put(merged, QUESTION, own));
    ScaleKeys scale = file.read(WorkloadKeys.class).scale();
    return draft(merged)
        .map(each -> each.scaled(ScaleKeys.ofRate(share(element).orElse(1.0))))
        .map(each -> each.scaled(scale));
  }

  /** Keys of the file that a key of the class excludes. */
  private static Set<String> replacedBy(String key) {
    Set<String> replaced = new LinkedHashSet<>();
    KeyReplacements.ALTERNATIVES.forEach(
        (one, other) -> {
          if (key.equals(one)) {
            replaced.add(other);
          } else if (key.equals(other)) {
            replaced.add(one);
          }
        });
    if (key.equals(REPLAY)) {
      replaced.addAll(KeyReplacements.NOT_REPLAYED);
      replaced.removeAll(OF_FILE); // The same for all classes, so it stays an error.
      replaced.remove("phases");
    } else if (RATES.contains(key)) {
      replaced.addAll(RATES);
      replaced.remove(key);
    }
    String own = "payload";
    if (key.equals(own)) {
      replaced.addAll(PayloadKeys.OF_OMB);
    } else if (PayloadKeys.OF_OMB.contains(key)) {
      replaced.add(own);
    }
    return replaced;
  }

  private static void put(Map<String, Entry> map, String key, YamlNode value) {
    map.put(key, new Entry(value.mark(), value));
  }

  private Optional<YamlNode> objectives(int index, Fields element) {
    List<YamlNode> all = new ArrayList<>(ofClasses.getOrDefault(names.get(index), List.of()));
    element
        .node(OBJECTIVES)
        .ifPresent(own -> all.addAll(own instanceof YamlList list ? list.items() : List.of(own)));
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(new YamlList(element.mark(OBJECTIVES), all));
  }

  /** What the file asks of the class, so that its validity is judged by these figures. */
  private Optional<YamlNode> question(String name) {
    SourceLocation mark = file.mark(QUESTION);
    List<YamlNode> metrics =
        file
            .read(WorkloadKeys.class)
            .question()
            .map(MetricReference::asked)
            .orElse(List.of())
            .stream()
            .filter(metric -> metric.trafficClass().filter(name::equals).isPresent())
            .<YamlNode>map(metric -> new YamlScalar(mark, metric.ofAll().toString(), true))
            .toList();
    return metrics.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new YamlMap(mark, Map.of("metrics", new Entry(mark, new YamlList(mark, metrics)))));
  }

  private Optional<Workload> draft(Map<String, Entry> keys) {
    YamlMap map = new YamlMap(file.map().mark(), keys);
    Fields fields = WorkloadKeys.grammar().fields(map, file.problems().ofOneFile());
    Optional<Workload> workload = new WorkloadDraft(fields, origin).complete();
    file.problems().add(fields.problems());
    return workload;
  }

  private static Overrides driver(Fields element) {
    YamlMap map = driverKeys(element);
    return new Overrides(
        map.entries().entrySet().stream()
            .map(
                entry ->
                    new Overrides.Value(
                        entry.getKey(), entry.getValue().keyMark(), entry.getValue().value()))
            .toList());
  }

  private Optional<Workload> total(List<TrafficClass> classes, Optional<YamlNode> objectives) {
    Workload first = classes.get(0).workload();
    for (int i = 1; i < classes.size(); i++) {
      Workload other = classes.get(i).workload();
      if (!stretches(first).equals(stretches(other))) {
        elements
            .get(i)
            .error(
                "phases",
                "have other names or lengths than those of class "
                    + classes.get(0).name()
                    + "; allowed other rates, sizes and numbers of clients");
      }
    }
    if (file.haveErrors()) {
      return Optional.empty();
    }
    Workload like =
        classes.stream()
            .map(TrafficClass::workload)
            .filter(each -> each.totalConsumers() > 0)
            .findFirst()
            .orElse(first);
    WorkloadKeys keys = file.read(WorkloadKeys.class);
    Workload total =
        Workload.total(
            keys.name().orElse(origin.fileBase()),
            like,
            classes,
            keys.question(),
            new ObjectiveReader(
                    file.problems(),
                    ObjectiveScope.ofTest(like.time(), like.measured()),
                    MeasuredMetrics.of(like))
                .read(objectives));
    file.node(QUESTION)
        .ifPresent(
            node ->
                total
                    .question()
                    .ifPresent(asked -> new QuestionCheck(node, asked, file.problems()).of(total)));
    return Optional.of(total).filter(any -> !file.haveErrors());
  }

  private static List<LoadSchedule.Stretch> stretches(Workload workload) {
    return LoadSchedule.of(workload).stretches();
  }
}
