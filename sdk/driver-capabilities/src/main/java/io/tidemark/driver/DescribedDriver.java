package io.tidemark.driver;

import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.SettingProblem;
import java.util.List;
import java.util.Map;

/**
 * A driver that describes its configuration, so that errors are reported before the run, secrets
 * are masked and editors complete the file. Called on a fresh instance, before {@code initialize};
 * must not connect to anything.
 */
public interface DescribedDriver {

  /**
   * Every key of the driver's file except {@code name}, {@code driverClass} and {@code
   * localBrokers}.
   */
  List<Setting> settings();

  /**
   * Checks what {@link #settings()} cannot say.
   *
   * @param configuration the whole file as maps, lists and scalars, placeholders resolved
   * @return errors and warnings; empty when nothing is wrong
   */
  default List<SettingProblem> validate(Map<String, Object> configuration) {
    return List.of();
  }
}
