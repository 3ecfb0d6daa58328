package io.tidemark.runs.suite;

import io.tidemark.driver.settings.Setting;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.Workload.TrafficClass;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.worker.driver.DriverCatalog;
import java.util.List;

/**
 * The driver of each traffic class: the driver file with the keys of the class. Each class has an
 * instance of the driver, so every key of a driver can differ, and no driver knows about classes.
 */
public record ClassDrivers(DriverCatalog catalog, Problems problems) {

  /** Reports what is wrong in the driver keys of a workload's classes. Does not connect. */
  public void check(Workload workload, DriverFile driver) {
    workload.classes().stream()
        .filter(each -> !each.driver().isEmpty())
        .forEach(each -> check(each, driver));
  }

  private void check(TrafficClass trafficClass, DriverFile driver) {
    Problems own = problems.ofOneFile();
    DriverChecks checks = new DriverChecks(catalog, own);
    YamlMap changed = changed(driver, trafficClass.driver(), checks, own);
    checks
        .of(driver.driverClass())
        .ifPresent(settings -> Grammar.of(DriverKeys.with(settings)).check(changed, false, own));
    if (!own.hasErrors()) {
      checks.checkClass(changed, driver, trafficClass.driver());
    }
    problems.add(own);
  }

  /**
   * The file with the keys of a class.
   *
   * @param driver with the addresses of its brokers
   */
  public DriverFile of(DriverFile driver, TrafficClass trafficClass) {
    if (trafficClass.driver().isEmpty()) {
      return driver;
    }
    DriverChecks checks = new DriverChecks(catalog, problems);
    YamlMap changed = changed(driver, trafficClass.driver(), checks, problems);
    problems.throwIfErrors();
    return driver.withKeys(changed);
  }

  private static YamlMap changed(
      DriverFile driver, Overrides keys, DriverChecks checks, Problems problems) {
    YamlMap tree =
        YamlTree.read(new SourceFile(driver.path(), driver.yaml()), problems).orElseThrow();
    List<Setting> settings = checks.of(driver.driverClass()).orElse(List.of());
    return keys.applyTo(tree, DriverKeys.with(settings), problems);
  }
}
