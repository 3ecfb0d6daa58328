package io.tidemark.features.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.tidemark.model.result.RunIdentity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What all exported data of a run have in common.
 *
 * @param system the {@code messaging.system}
 */
record OtlpSource(
    Resource resource, InstrumentationScopeInfo scope, OtlpNames names, String system) {
  private static final String SERVICE = "tidemark";

  /** Parts of the names of drivers' classes; the first that fits is the system. */
  private static final List<String> SYSTEMS =
      List.of("kafka", "rabbitmq", "ibmmq", "jms", "mqtt", "nats");

  static OtlpSource of(OtlpSpec spec, RunIdentity run, String driverClass) {
    OtlpNames names = new OtlpNames(spec.prefix(), spec.nameTexts());
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("service.name", SERVICE);
    attributes.put("service.instance.id", run.runId());
    attributes.put(names.own("run.id"), run.runId());
    attributes.put(names.own("workload"), run.workloadName());
    attributes.put(names.own("driver"), run.driverName());
    attributes.put(names.own("iteration"), String.valueOf(run.iteration()));
    attributes.putAll(spec.attributeTexts());
    return new OtlpSource(
        Resource.create(names.attributes(attributes)),
        InstrumentationScopeInfo.create("io.tidemark"),
        names,
        spec.system().orElseGet(() -> system(driverClass, run.driverName())));
  }

  private static String system(String driverClass, String driverName) {
    String lower = driverClass.toLowerCase(Locale.ROOT);
    return SYSTEMS.stream().filter(lower::contains).findFirst().orElse(driverName);
  }

  /** Attributes of a messaging operation. */
  Attributes operation(String name, String type) {
    return names.attributes(
        Map.of(
            OtlpNames.SYSTEM, system, OtlpNames.OPERATION, name, OtlpNames.OPERATION_TYPE, type));
  }
}
