package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.snapshot.Counters;

/** Counts of the whole run, all phases, by when things happened. */
public record RunCounts(@JsonValue @CountsJson Counters counters) {
  public static final Part<RunCounts> PART =
      new Part<RunCounts>("runCounts", Written.ALWAYS, null) {};

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public RunCounts {}
}
