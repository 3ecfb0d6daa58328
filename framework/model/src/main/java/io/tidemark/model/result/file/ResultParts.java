package io.tidemark.model.result.file;

import io.tidemark.model.load.Serialization;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.outcome.OutcomeReport;
import io.tidemark.model.part.Part;
import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.IdleTime;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunCounts;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.snapshot.BrokerConfiguration;
import java.util.List;
import java.util.stream.Stream;

/** The parts of a result: the place to add one. */
public final class ResultParts {
  /** In the order of {@code result.json}, then what is in files of its own and adds up. */
  public static final List<Part<?>> ALL =
      withAdded(
          DeliveryReport.PART,
          RequestReplyReport.PART,
          SearchReport.PART,
          FaultReport.PART,
          FailoverReport.PART,
          OutcomeReport.PART,
          Serialization.PART,
          DeliveryReport.AGES,
          Disruption.PART,
          BlockedTime.PART,
          WorkerReport.PART,
          RunResult.BROKER_FACTS,
          RunResult.COORDINATOR_ENVIRONMENT,
          RunResult.WORKLOAD,
          RunResult.DRIVER,
          RunEvent.PART,
          RunCounts.PART,
          VerdictInputs.PART,
          RunResult.CLASSES,
          RunResult.PRIORITIES,
          IdleTime.PART,
          DeliveryReport.AGES_NANOS,
          BrokerConfiguration.PART);

  private ResultParts() {}

  private static List<Part<?>> withAdded(Part<?>... own) {
    return Stream.concat(
            Stream.of(own), AddedParts.all().stream().flatMap(each -> each.parts().stream()))
        .toList();
  }
}
