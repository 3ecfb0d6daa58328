package io.tidemark.runs.otlp;

import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.resources.Resource;

/** A metric with points whose times are those of the run, not those of the export. */
record OtlpMetric(OtlpSource source, String name, String unit, MetricDataType type, Data<?> data)
    implements MetricData {
  @Override
  public Resource getResource() {
    return source.resource();
  }

  @Override
  public InstrumentationScopeInfo getInstrumentationScopeInfo() {
    return source.scope();
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public String getDescription() {
    return "";
  }

  @Override
  public String getUnit() {
    return unit;
  }

  @Override
  public MetricDataType getType() {
    return type;
  }

  @Override
  public Data<?> getData() {
    return data;
  }
}
