/**
 * The kinds of {@code resource.k8s.io} with their table columns, and the checks of admin access and
 * of writes to a claim's status. Begin with {@link dev.dray.kinds.device.DeviceKinds}.
 */
@NullMarked
package dev.dray.kinds.device;

import org.jspecify.annotations.NullMarked;
