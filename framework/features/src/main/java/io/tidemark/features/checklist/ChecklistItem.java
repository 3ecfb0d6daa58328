package io.tidemark.features.checklist;

import java.util.List;

/**
 * Something that a published result must state.
 *
 * @param chapter the items of a chapter follow each other
 * @param title a few words
 * @param sources which lists demand it
 * @param text the value; if it is missing, what to do; otherwise why it does not apply
 */
public record ChecklistItem(
    String chapter, String title, List<Source> sources, State state, String text) {

  /** Whether the result states it. */
  public enum State {
    PRESENT("present"),
    MISSING("MISSING"),
    NOT_APPLICABLE("not applicable");

    private final String text;

    State(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** The lists that the checklist is based on, with their chapters. */
  public enum Source {
    CLAIMS("SIGPLAN: clearly stated claims"),
    SUITABLE_COMPARISON("SIGPLAN: suitable comparison"),
    BENCHMARK_CHOICE("SIGPLAN: principled benchmark choice"),
    DATA_ANALYSIS("SIGPLAN: adequate data analysis"),
    METRICS("SIGPLAN: relevant metrics"),
    DESIGN("SIGPLAN: appropriate and clear experimental design"),
    PRESENTATION("SIGPLAN: presentation of results"),
    SELECTIVE("Heiser: selective benchmarking"),
    HANDLING("Heiser: improper handling of results"),
    WRONG_BENCHMARK("Heiser: wrong benchmarks"),
    COMPARISON("Heiser: improper comparison"),
    INFORMATION("Heiser: missing information"),
    REPETITION("SPEC RG 1: experiment repetition"),
    COVERAGE("SPEC RG 2: workload and configuration coverage"),
    SETUP("SPEC RG 3: description of the setup"),
    ARTIFACT("SPEC RG 4: open access artifact"),
    DISTRIBUTION("SPEC RG 5: probabilistic description of results"),
    STATISTICS("SPEC RG 6: statistical evaluation"),
    UNITS("SPEC RG 7: measurement units"),
    COST("SPEC RG 8: cost");

    private final String text;

    Source(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  public ChecklistItem {
    sources = List.copyOf(sources);
  }
}
