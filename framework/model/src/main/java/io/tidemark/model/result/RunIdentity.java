package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;

/**
 * Which run it is.
 *
 * @param runId unique
 * @param workloadName the workload's {@code name}
 * @param workloadFileBase file name without {@code .yaml}; result files are named after it
 * @param driverName the driver file's {@code name}
 * @param iteration from 1
 * @param iterations how many are planned
 * @param startedEpochMillis when it began; result files are named after it
 */
@JsonPropertyOrder({
  "runId",
  "workload",
  "workloadFile",
  "driver",
  "iteration",
  "iterations",
  "startedAt"
})
public record RunIdentity(
    String runId,
    @JsonProperty("workload") String workloadName,
    @JsonProperty("workloadFile") String workloadFileBase,
    @JsonProperty("driver") String driverName,
    int iteration,
    int iterations,
    long startedEpochMillis) {

  /** Returns that moment in UTC, for people. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String startedAt() {
    return Instant.ofEpochMilli(startedEpochMillis).toString();
  }
}
