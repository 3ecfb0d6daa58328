/** Topics, groups and telemetry through the admin client. */
package io.tidemark.driver.kafka.cluster;
