package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Settings;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.KeyReplacements;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.PayloadKeys;
import io.tidemark.model.workload.ScaleKeys;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.workload.WorkloadKeys.ClassKeys;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.SecretName;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Traffic classes: each is a workload of its own, with the keys of the class and, where those are
 * absent, the keys at the top of the file.
 */
final class ClassReader {
  static final String CLASSES = "classes";
  private static final String NAME = "name";
  private static final String SHARE = "share";
  private static final String DRIVER = "driver";
  private static final String REPLAY = "replay";
  private static final String SEED = "seed";
  private static final String OBJECTIVES = "objectives";
  private static final String QUESTION = "question";
  private static final String TOPIC_NAMES = "topicNames";
  private static final String PAYLOAD = "payload";
  private static final String AT_THE_TOP = "at the top of the file";

  /** Forms of a rate, of which a class has one. */
  private static final List<String> RATES = List.of("producerRate", "rateCurve", REPLAY);

  private static final List<String> SIZES = List.of("messageSize", "messageSizeDistribution");

  /** Keys that are the same for all classes. */
  static final Set<String> OF_FILE =
      Stream.concat(
              Settings.of(TimeSpec.class).stream().map(Setting::path),
              Stream.of("pattern", "faults", "search", "thresholds", QUESTION, CLASSES, "scale"))
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern CLASS_NAME = Pattern.compile("[A-Za-z0-9_-]{1,40}");
  private static final double SHARE_ERROR = 1e-6;

  /** Distance of the seeds of classes: their random values must not be the same. */
  private static final long SEEDS = 7_919;

  private final Fields file;
  private final Origin origin;
  private final WorkloadKeys keys;
  private final List<Fields> elements;
  private final List<String> names = new ArrayList<>();

  /** Each class has one, which gets objectives about it from the top of the file. */
  private final Map<String, ObjectiveReader> objectives = new LinkedHashMap<>();

  ClassReader(Fields file, Origin origin) {
    this.file = file;
    this.origin = origin;
    this.keys = file.read(WorkloadKeys.class);
    this.elements = file.elements(CLASSES);
  }

  /** Empty if something is wrong. */
  Optional<Workload> read() {
    if (elements.isEmpty()) {
      file.error(CLASSES, "an empty list; allowed at least one class");
    }
    elements.forEach(this::check);
    file.node(TOPIC_NAMES)
        .ifPresent(any -> file.error(TOPIC_NAMES, "each class has own topics; allowed in a class"));
    file.node(REPLAY)
        .ifPresent(
            any -> file.error(REPLAY, "each class would send the whole trace; allowed in a class"));
    shares();
    boolean right = !file.haveErrors();
    List<TrafficClass> classes = new ArrayList<>();
    for (int i = 0; right && i < elements.size(); i++) {
      one(i, elements.get(i)).ifPresent(classes::add);
    }
    if (right && classes.size() == elements.size()) {
      return total(classes);
    }
    Map<String, ObjectiveReader> all = new LinkedHashMap<>();
    names.forEach(name -> all.put(name, unchecked(Map.of())));
    unchecked(all).read(file.node(OBJECTIVES));
    return Optional.empty();
  }

  /** Where something else is wrong, only the form of objectives is checked. */
  private ObjectiveReader unchecked(Map<String, ObjectiveReader> ofClasses) {
    TimeSpec any = keys.time().withSampleInterval(Duration.ZERO);
    return new ObjectiveReader(
        file.problems(),
        ObjectiveScope.ofTest(any, Optional.empty()),
        MeasuredMetrics.ofFile(file, keys),
        ofClasses);
  }

  private void check(Fields element) {
    String name = element.text(NAME).orElse("class-" + (names.size() + 1));
    names.add(name);
    if (!element.isWrong(NAME)) { // Else it is reported.
      if (!CLASS_NAME.matcher(name).matches()) {
        element.error(
            NAME, "wrong name, got " + name + "; allowed 1 to 40 letters, digits, - and _");
      }
      if (names.indexOf(name) < names.size() - 1) {
        element.error(NAME, "twice in the list, got " + name + "; allowed once");
      }
    }
    element.map().entries().keySet().stream()
        .filter(OF_FILE::contains)
        .forEach(key -> element.error(key, "is the same for all classes; allowed " + AT_THE_TOP));
    Fields driver = element.section(DRIVER);
    for (Overrides.Value value : Overrides.of(driver.map().entries()).all()) {
      String path = value.path();
      if (DriverKeys.grammar().tree().keys().contains(path.split("[.\\[]", 2)[0])) {
        file.problems()
            .error(
                value.mark(),
                driver.path() + "." + path,
                "is the same for all classes; allowed keys of the driver");
      } else if (SecretName.looksSecret(path)) {
        element.error(DRIVER, path + " is a secret, which belongs into the driver file");
      }
    }
  }

  private void shares() {
    long sharing = elements.stream().filter(each -> each.has(SHARE)).count();
    if (sharing == 0 || file.haveErrors()) {
      return;
    }
    if (!file.has("producerRate") && !file.has("rateCurve")) {
      file.error(CLASSES, "shares need the rate of all classes: producerRate " + AT_THE_TOP);
    }
    elements.stream()
        .filter(element -> !element.has(SHARE))
        .forEach(
            element ->
                RATES.stream()
                    .filter(element::has)
                    .findFirst()
                    .ifPresentOrElse(
                        own ->
                            element.error(
                                own, "cannot be combined with the shares of other classes"),
                        () ->
                            element.error(
                                "has no share, but other classes have one; allowed in all or"
                                    + " none")));
    double sum = elements.stream().mapToDouble(element -> share(element).orElse(0.0)).sum();
    if (sharing == elements.size() && Math.abs(sum - 1) > SHARE_ERROR) {
      BigDecimal percent = BigDecimal.valueOf(100 * sum).round(new MathContext(6));
      file.error(
          CLASSES,
          "the shares add up to "
              + percent.stripTrailingZeros().toPlainString()
              + " %; allowed 100 %");
    }
  }

  private static Optional<Double> share(Fields element) {
    return element.read(ClassKeys.class).share();
  }

  /** What a run of the class alone would do; empty if something is wrong. */
  private Optional<TrafficClass> one(int index, Fields element) {
    String name = names.get(index);
    Map<String, Object> values = merged(element, file.values(), element.values());
    if (!element.has(SEED)) {
      values.put(SEED, keys.messages().seed() + index * SEEDS);
    }
    Map<String, Entry> entries = merged(element, file.map().entries(), element.map().entries());
    YamlMap map = new YamlMap(file.map().mark(), entries);
    Fields fields = new Fields(map, values, file.path(), file.keys(), file.problems().ofOneFile());
    WorkloadDraft draft = new WorkloadDraft(fields, origin);
    Optional<Workload> workload = draft.complete();
    file.problems().add(fields.problems());
    return workload
        .map(each -> each.withName(keys.name().orElse(origin.fileBase()) + "." + name))
        .map(each -> each.scaled(ScaleKeys.ofRate(share(element).orElse(1.0))))
        .map(each -> each.scaled(keys.scale()))
        .map(
            each -> {
              objectives.put(name, objectives(each, draft.measured(), Map.of()));
              return new TrafficClass(
                  name, each, Overrides.of(element.section(DRIVER).map().entries()));
            });
  }

  /** What a class has of each key, or else the file. */
  private static <V> Map<String, V> merged(
      Fields element, Map<String, V> ofFile, Map<String, V> ofClass) {
    Map<String, V> merged = new LinkedHashMap<>(ofFile);
    List.of(OBJECTIVES, QUESTION).forEach(merged::remove);
    for (String key : element.map().entries().keySet()) {
      merged.remove(key);
      replacedBy(key).forEach(merged::remove);
    }
    merged.putAll(ofClass);
    List.of(SHARE, DRIVER).forEach(merged::remove);
    return merged;
  }

  /** Keys of the file that a key of the class excludes. */
  private static Set<String> replacedBy(String key) {
    Set<String> replaced = new HashSet<>();
    Stream.of(RATES, SIZES).filter(forms -> forms.contains(key)).forEach(replaced::addAll);
    if (key.equals(REPLAY)) {
      replaced.addAll(KeyReplacements.NOT_REPLAYED);
      replaced.removeAll(OF_FILE); // The same for all classes, so it stays an error.
      replaced.remove("phases");
    }
    if (key.equals(PAYLOAD)) {
      replaced.addAll(PayloadKeys.OF_OMB);
    } else if (PayloadKeys.OF_OMB.contains(key)) {
      replaced.add(PAYLOAD);
    }
    return replaced;
  }

  private ObjectiveReader objectives(
      Workload workload, MeasuredMetrics measured, Map<String, ObjectiveReader> ofClasses) {
    ObjectiveScope scope = ObjectiveScope.ofTest(workload.time(), workload.measured());
    return new ObjectiveReader(file.problems(), scope, measured, ofClasses);
  }

  private Optional<Workload> total(List<TrafficClass> classes) {
    Workload first = classes.get(0).workload();
    for (int i = 1; i < classes.size(); i++) {
      if (!stretches(first).equals(stretches(classes.get(i).workload()))) {
        elements
            .get(i)
            .error(
                "phases",
                "have other names or lengths than those of class "
                    + names.get(0)
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
    List<Objective> ofAll =
        objectives(like, MeasuredMetrics.of(like), objectives).read(file.node(OBJECTIVES));
    if (!origin.stored()) {
      new ObjectiveCheck(file, like).check(ofAll);
    }
    Workload total =
        Workload.total(
            keys.name().orElse(origin.fileBase()),
            like,
            classes.stream().map(this::asked).toList(),
            keys.question(),
            ofAll);
    keys.question()
        .map(asked -> new QuestionCheck(file.node(QUESTION).orElseThrow(), asked, file.problems()))
        .ifPresent(check -> check.of(total));
    return Optional.of(total).filter(any -> !file.haveErrors());
  }

  /** Adds what the top of the file asks of the class. */
  private TrafficClass asked(TrafficClass one) {
    Workload own = one.workload();
    ObjectiveReader atTheTop = Objects.requireNonNull(objectives.get(one.name()));
    List<Objective> all = new ArrayList<>(atTheTop.read(Optional.empty()));
    if (!origin.stored()) {
      new ObjectiveCheck(file, own).check(all);
    }
    all.addAll(own.objectives());
    List<String> metrics =
        keys.question().map(MetricReference::asked).orElse(List.of()).stream()
            .filter(metric -> metric.trafficClass().filter(one.name()::equals).isPresent())
            .map(metric -> metric.ofAll().toString())
            .toList();
    Optional<Question> question =
        Optional.of(new Question(metrics, Question.USUAL_DIFFERENCE))
            .filter(any -> !metrics.isEmpty());
    return new TrafficClass(
        one.name(), own.with().objectives(all).question(question).build(), one.driver());
  }

  private static List<LoadSchedule.Stretch> stretches(Workload workload) {
    return LoadSchedule.of(workload).stretches();
  }
}
