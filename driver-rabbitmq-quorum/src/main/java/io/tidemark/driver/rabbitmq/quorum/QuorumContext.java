package io.tidemark.driver.rabbitmq.quorum;

/** What the clients of a session share. Thread-safe. */
record QuorumContext(
    QuorumConfiguration configuration,
    QuorumTopology topology,
    Administration administration,
    QuorumConnections connections,
    Retries retries,
    RunTelemetry telemetry) {}
