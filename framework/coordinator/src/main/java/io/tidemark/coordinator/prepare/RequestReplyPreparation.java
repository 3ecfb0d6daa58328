package io.tidemark.coordinator.prepare;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.fleet.Fleet.Manner;
import io.tidemark.coordinator.fleet.InFlightBudget;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.DestinationsRequest;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RequestersRequest;
import io.tidemark.model.worker.RespondersRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Destinations, responders and requesters of a request/reply run, in this order. */
record RequestReplyPreparation(RunEnvironment environment, Fleet fleet) {
  Assignment connect(RequestReplySpec spec, List<WorkerInfo> workers)
      throws WorkerException, InterruptedException, RunFailedException {
    RunPlan plan = environment.plan();
    Workload workload = plan.workload();
    Duration timeout = plan.options().setupTimeout();
    DestinationsRequest request = request(spec, workload);
    Pairs pairs =
        fleet.requireOf(0, timeout, (index, worker) -> worker.createPairs(request, timeout));
    environment.checkStop();
    Assignment assignment =
        Assignment.of(
            spec,
            workload.destinations().partitionsPerTopic(),
            pairs,
            fleet.size(),
            plan.options().extraConsumers(),
            plan.seed());
    fleet.require(
        Manner.TOGETHER,
        timeout,
        Fleet.order(
            (index, worker) ->
                worker.createResponders(
                    new RespondersRequest(pairs, responders(assignment, index)), timeout)));
    environment.checkStop();
    boolean openLoop = workload.load().openLoop().isPresent();
    int inFlight = InFlightBudget.perProducer(workload, assignment, workers, Map.of());
    fleet.require(
        Manner.TOGETHER,
        timeout,
        Fleet.order(
            (index, worker) ->
                worker.createRequesters(
                    new RequestersRequest(
                        pairs,
                        requesters(assignment, index),
                        openLoop,
                        inFlight,
                        spec.replyTimeout()),
                    timeout)));
    environment.checkStop();
    return assignment;
  }

  private static DestinationsRequest request(RequestReplySpec spec, Workload workload) {
    int largest = workload.messages().payload().largestBytes();
    return new DestinationsRequest(
        spec.way(),
        spec.pairs(),
        workload.destinations().topicNames(),
        workload.destinations().partitionsPerTopic(),
        spec.mostRequesters(),
        spec.responders(),
        largest,
        spec.replySizeBytes().orElse(largest));
  }

  private static List<Integer> responders(Assignment assignment, int worker) {
    return assignment.consumers().get(worker).stream().map(ConsumerRequest::index).toList();
  }

  private static List<Integer> requesters(Assignment assignment, int worker) {
    return assignment.producers().get(worker).stream().map(ProducerRequest::index).toList();
  }
}
