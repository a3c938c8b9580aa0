#!/usr/bin/env node
import '../dist/command/bin.js';
