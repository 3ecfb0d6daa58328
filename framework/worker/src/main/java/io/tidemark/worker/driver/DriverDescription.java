package io.tidemark.worker.driver;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.SettingProblem;
import java.util.List;
import java.util.Map;

/**
 * Settings and problems of a driver's configuration. Empty for drivers without declared settings
 * ({@link io.tidemark.driver.DescribedDriver} is optional).
 *
 * @param driver which one
 * @param described whether the driver describes its file; if not, nothing can be checked
 * @param reportsLeaders whether it can report the leaders of queues or partitions
 * @param settings the keys its file may have
 * @param problems problems of the given configuration
 * @param outcomes keys of a workload that it means, see {@link
 *     io.tidemark.driver.outcome.OutcomeSupport#meantOutcomes}
 */
public record DriverDescription(
    InstalledDriver driver,
    boolean described,
    boolean reportsLeaders,
    List<Setting> settings,
    List<SettingProblem> problems,
    Map<String, Object> outcomes) {
  public DriverDescription {
    settings = List.copyOf(settings);
    problems = List.copyOf(problems);
    outcomes = Map.copyOf(outcomes);
  }
}
