package io.tidemark.model.snapshot;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The settings of the broker that were in effect during a run, as the driver read them.
 *
 * @param settings changed ones first; at most {@link #MOST_SETTINGS}
 * @param notes what is missing, and why
 */
public record BrokerConfiguration(List<Entry> settings, List<String> notes) {
  public static final int MOST_SETTINGS = 3_000;
  public static final int MOST_CHARACTERS = 500;
  public static final int MOST_SUBJECTS = 20;
  private static final int MOST_NOTES = 20;

  /** Nothing was read, and nothing was to be read. */
  public static final BrokerConfiguration NONE = new BrokerConfiguration(List.of(), List.of());

  public static final Part<BrokerConfiguration> PART =
      new Part<BrokerConfiguration>(
          "brokerConfiguration", Written.ELSEWHERE, NONE, Part.first()) {};

  /** {@link Entry#scope} of requests and limits of a broker's pod. */
  public static final String POD = "pod";

  /** {@link Entry#scope} of the machine that a broker's pod is on. */
  public static final String MACHINE = "machine of a pod";

  /** {@link Entry#origin} of a value that a person or a program set. */
  public static final String CHANGED = "changed";

  /** {@link Entry#origin} of the broker's own value. */
  public static final String DEFAULT = "default";

  /** {@link Entry#origin} of a value that names or locates a node. */
  public static final String PLACE = "place";

  /**
   * A setting with one value.
   *
   * @param scope {@code broker}, {@code topic}, {@code queue}, {@code policy}, ...
   * @param subjects the nodes, topics or queues that have this value
   * @param value secrets masked
   * @param origin one of the three above
   * @param source the broker's word for the origin
   */
  public record Entry(
      String scope,
      List<String> subjects,
      String name,
      String value,
      String origin,
      String source) {
    public Entry {
      subjects = List.copyOf(subjects);
    }

    /** Whether a person or a program set it. */
    @JsonIgnore
    public boolean isChanged() {
      return origin.equals(CHANGED);
    }

    /** Whether it is the broker's own value. */
    @JsonIgnore
    public boolean isDefault() {
      return origin.equals(DEFAULT);
    }

    /** Equal for a setting in different runs. */
    @JsonIgnore
    public String key() {
      return scope + " " + name;
    }
  }

  public BrokerConfiguration {
    settings = List.copyOf(settings);
    notes = List.copyOf(notes.subList(0, Math.min(notes.size(), MOST_NOTES)));
  }

  /** Returns a configuration that has nothing but the reason why it could not be read. */
  public static BrokerConfiguration unread(String why) {
    return new BrokerConfiguration(List.of(), List.of(why));
  }

  @JsonIgnore
  public boolean isEmpty() {
    return settings.isEmpty() && notes.isEmpty();
  }

  /** Every text changed. */
  public BrokerConfiguration map(UnaryOperator<String> change) {
    return new BrokerConfiguration(
        settings.stream()
            .map(
                each ->
                    new Entry(
                        each.scope,
                        each.subjects.stream().map(change).toList(),
                        change.apply(each.name),
                        change.apply(each.value),
                        each.origin,
                        change.apply(each.source)))
            .toList(),
        notes.stream().map(change).toList());
  }

  /** The settings and notes of both, changed ones first. */
  public BrokerConfiguration and(BrokerConfiguration other) {
    List<Entry> both = new ArrayList<>(settings);
    both.addAll(other.settings);
    both.sort(Comparator.comparing(each -> !each.isChanged()));
    List<String> all = new ArrayList<>(notes);
    all.addAll(other.notes);
    return new BrokerConfiguration(both, all);
  }
}
